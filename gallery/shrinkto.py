# shrinkto: A picture made of equal squares is shrunk until each square is a cell.


def solve_shrinkto(I):
    x1 = objects(I, T, F, F)
    x2 = valmin(x1, width)
    O = downscale(I, x2)
    return O


# Right on some samples only.
def solve_half_shrinkto(I):
    O = downscale(I, TWO)
    return O


# Never right.
def solve_toofar_shrinkto(I):
    x1 = objects(I, T, F, F)
    x2 = valmin(x1, width)
    x3 = double(x2)
    O = downscale(I, x3)
    return O


# Always fails.
def solve_divided_shrinkto(I):
    x1 = objects(I, T, F, F)
    x2 = valmin(x1, width)
    x3 = shape(I)
    x4 = divide(x3, x2)
    O = downscale(I, x4)
    return O

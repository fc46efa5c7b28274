# hollows1: Hollow squares are filled with red, other hollow rectangles with yellow.


def solve_hollows1(I):
    x1 = objects(I, T, F, T)
    x2 = fork(equality, height, width)
    x3 = sfilter(x1, x2)
    x4 = difference(x1, x3)
    x5 = mapply(delta, x3)
    x6 = mapply(delta, x4)
    x7 = fill(I, TWO, x5)
    O = fill(x7, FOUR, x6)
    return O


# Right on some samples only.
def solve_yellow_hollows1(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    O = fill(I, FOUR, x2)
    return O


# Right on some samples only.
def solve_full_hollows1(I):
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, square)
    x3 = difference(x1, x2)
    x4 = mapply(delta, x2)
    x5 = mapply(delta, x3)
    x6 = fill(I, TWO, x4)
    O = fill(x6, FOUR, x5)
    return O


# Returns a value that is not a grid.
def solve_inside_hollows1(I):
    x1 = objects(I, T, F, T)
    O = mapply(delta, x1)
    return O

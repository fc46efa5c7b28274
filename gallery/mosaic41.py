# mosaic41: The grid and three mirror images of it make a picture that is symmetric both ways.


def solve_mosaic41(I):
    x1 = vmirror(I)
    x2 = hconcat(I, x1)
    x3 = hmirror(x2)
    O = vconcat(x2, x3)
    return O


# Right on some samples only.
def solve_turned_mosaic41(I):
    x1 = rot180(I)
    x2 = hconcat(I, x1)
    x3 = hmirror(x2)
    O = vconcat(x2, x3)
    return O


# Right on some samples only.
def solve_repeated_mosaic41(I):
    x1 = vmirror(I)
    x2 = hconcat(I, x1)
    O = vconcat(x2, x2)
    return O


# Never right.
def solve_halfdone_mosaic41(I):
    x1 = vmirror(I)
    O = hconcat(I, x1)
    return O

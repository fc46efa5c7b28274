# colorcol: The colours of the objects as a column, in ascending order.


def solve_colorcol(I):
    x1 = palette(I)
    x2 = mostcolor(I)
    x3 = remove(x2, x1)
    x4 = order(x3, identity)
    x5 = rbind(repeat, ONE)
    O = apply(x5, x4)
    return O


# Right on some samples only.
def solve_noblack_colorcol(I):
    x1 = palette(I)
    x2 = remove(ZERO, x1)
    x3 = totuple(x2)
    x4 = rbind(repeat, ONE)
    O = apply(x4, x3)
    return O


# Right on some samples only.
def solve_lying_colorcol(I):
    x1 = palette(I)
    x2 = mostcolor(I)
    x3 = remove(x2, x1)
    x4 = totuple(x3)
    O = repeat(x4, ONE)
    return O


# Returns a value that is not a grid.
def solve_set_colorcol(I):
    x1 = palette(I)
    x2 = mostcolor(I)
    O = remove(x2, x1)
    return O

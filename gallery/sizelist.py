# sizelist: The colours of the objects as a row, from the smallest object to the largest.


def solve_sizelist(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = apply(color, x2)
    O = repeat(x3, ONE)
    return O


# Right on some samples only.
def solve_topdown_sizelist(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, uppermost)
    x3 = apply(color, x2)
    O = repeat(x3, ONE)
    return O


# Right on some samples only.
def solve_once_sizelist(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = apply(color, x2)
    x4 = dedupe(x3)
    O = repeat(x4, ONE)
    return O


# Returns a value that is not a grid.
def solve_flat_sizelist(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    O = apply(color, x2)
    return O

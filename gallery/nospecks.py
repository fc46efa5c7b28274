# nospecks: Single cells are specks of dust and vanish.


def solve_nospecks(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    O = cover(I, x3)
    return O


# Right on some samples only.
def solve_black_nospecks(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    x3 = merge(x2)
    O = fill(I, ZERO, x3)
    return O


# Never right.
def solve_reversed_nospecks(I):
    x1 = objects(I, T, F, T)
    x2 = matcher(size, ONE)
    x3 = compose(flip, x2)
    x4 = mfilter(x1, x3)
    O = cover(I, x4)
    return O


# Returns a value that is not a grid.
def solve_specks_nospecks(I):
    x1 = objects(I, T, F, T)
    x2 = sizefilter(x1, ONE)
    O = merge(x2)
    return O

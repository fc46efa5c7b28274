# squares1: Squares turn red, other rectangles blue.


def solve_squares1(I):
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, square)
    x3 = difference(x1, x2)
    x4 = merge(x2)
    x5 = merge(x3)
    x6 = fill(I, TWO, x4)
    O = fill(x6, ONE, x5)
    return O


# Right on some samples only.
def solve_tall_squares1(I):
    x1 = objects(I, T, F, T)
    x2 = sfilter(x1, portrait)
    x3 = difference(x1, x2)
    x4 = merge(x2)
    x5 = merge(x3)
    x6 = fill(I, ONE, x4)
    O = fill(x6, TWO, x5)
    return O


# Never right.
def solve_swapped_squares1(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, square)
    x3 = compose(flip, square)
    x4 = mfilter(x1, x3)
    x5 = fill(I, ONE, x2)
    O = fill(x5, TWO, x4)
    return O

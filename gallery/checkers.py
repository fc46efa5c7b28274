# checkers: The background becomes a chessboard: gray where row and column add up to an even number.


def solve_checkers(I):
    x1 = asindices(I)
    x2 = sfilter(x1, lambda place: even(add(first(place), last(place))))
    O = underfill(I, 5, x2)
    return O


# Never right.
def solve_rows_checkers(I):
    x1 = asindices(I)
    x2 = compose(even, first)
    x3 = sfilter(x1, x2)
    O = underfill(I, FIVE, x3)
    return O


# Never right.
def solve_odd_checkers(I):
    x1 = asindices(I)
    x2 = fork(add, first, last)
    x3 = chain(flip, even, x2)
    x4 = sfilter(x1, x3)
    O = underfill(I, FIVE, x4)
    return O


# Right on some samples only.
def solve_black_checkers(I):
    x1 = ofcolor(I, ZERO)
    x2 = fork(add, first, last)
    x3 = compose(even, x2)
    x4 = sfilter(x1, x3)
    O = fill(I, FIVE, x4)
    return O

# stripes2: From the single cell on, every second column takes on its colour.


def solve_stripes2(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = leftmost(x2)
    x4 = width(I)
    x5 = interval(x3, x4, TWO)
    x6 = apply(tojvec, x5)
    x7 = mapply(vfrontier, x6)
    O = fill(I, x1, x7)
    return O


# Right on some samples only.
def solve_third_stripes2(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = leftmost(x2)
    x4 = width(I)
    x5 = interval(x3, x4, THREE)
    x6 = apply(tojvec, x5)
    x7 = mapply(vfrontier, x6)
    O = fill(I, x1, x7)
    return O


# Right on some samples only.
def solve_fromzero_stripes2(I):
    x1 = leastcolor(I)
    x2 = width(I)
    x3 = interval(ZERO, x2, TWO)
    x4 = mapply(vfrontier, apply(tojvec, x3))
    O = fill(I, x1, x4)
    return O


# Always fails.
def solve_pairs_stripes2(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = leftmost(x2)
    x4 = shape(I)
    x5 = interval(x3, x4, TWO)
    x6 = mapply(vfrontier, apply(tojvec, x5))
    O = fill(I, x1, x6)
    return O

# inboth01: Green where both the left half has blue and the right half has red; a gray line is between them.


def solve_inboth01(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ONE)
    x4 = ofcolor(x2, TWO)
    x5 = intersection(x3, x4)
    x6 = shape(x1)
    x7 = canvas(ZERO, x6)
    O = fill(x7, THREE, x5)
    return O


# Right on some samples only.
def solve_inany_inboth01(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ONE)
    x4 = ofcolor(x2, TWO)
    x5 = combine(x3, x4)
    x6 = shape(x1)
    x7 = canvas(ZERO, x6)
    O = fill(x7, THREE, x5)
    return O


# Never right.
def solve_inone_inboth01(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = ofcolor(x1, ONE)
    x4 = ofcolor(x2, TWO)
    x5 = difference(x3, x4)
    x6 = difference(x4, x3)
    x7 = combine(x5, x6)
    x8 = fill(x1, FOUR, x7)
    O = replace(x8, ONE, FOUR)
    return O


# Always fails.
def solve_tuples_inboth01(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = intersection(x1, x2)
    O = fill(x1, THREE, x3)
    return O

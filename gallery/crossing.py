# crossing: Yellow marks where the rows of the red cells and the columns of the blue cells cross.


def solve_crossing(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = apply(first, x1)
    x4 = apply(last, x2)
    x5 = prapply(astuple, x3, x4)
    O = fill(I, FOUR, x5)
    return O


# Right on some samples only.
def solve_inturn_crossing(I):
    x1 = apply(first, ofcolor(I, TWO))
    x2 = apply(last, ofcolor(I, ONE))
    x3 = papply(astuple, totuple(x1), totuple(x2))
    O = fill(I, FOUR, x3)
    return O


# Right on some samples only.
def solve_transposed_crossing(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = product(apply(last, x2), apply(first, x1))
    O = fill(I, FOUR, x3)
    return O


# Returns a value that is not a grid.
def solve_places_crossing(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = apply(first, x1)
    x4 = apply(last, x2)
    O = product(x3, x4)
    return O

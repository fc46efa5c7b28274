# bridges1: Each red cell is joined by a green line to the blue cell in its row.


def solve_bridges1(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = order(x1, first)
    x4 = order(x2, first)
    x5 = papply(connect, x3, x4)
    x6 = merge(x5)
    O = underfill(I, THREE, x6)
    return O


# Right on some samples only.
def solve_everyway_bridges1(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = prapply(connect, x1, x2)
    x4 = merge(x3)
    O = underfill(I, THREE, x4)
    return O


# Right on some samples only.
def solve_bycolumn_bridges1(I):
    x1 = order(ofcolor(I, TWO), last)
    x2 = order(ofcolor(I, ONE), last)
    x3 = mpapply(connect, x1, x2)
    O = underfill(I, THREE, x3)
    return O


# Never right.
def solve_over_bridges1(I):
    x1 = order(ofcolor(I, TWO), first)
    x2 = order(ofcolor(I, ONE), first)
    x3 = mpapply(connect, x1, x2)
    O = fill(I, THREE, x3)
    return O

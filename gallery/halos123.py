# halos123: Blue cells get orange neighbours at their sides, red ones yellow at their corners, green ones gray all around.


def solve_halos123(I):
    x1 = ofcolor(I, ONE)
    x2 = ofcolor(I, TWO)
    x3 = ofcolor(I, THREE)
    x4 = mapply(dneighbors, x1)
    x5 = mapply(ineighbors, x2)
    x6 = mapply(neighbors, x3)
    x7 = fill(I, SEVEN, x4)
    x8 = fill(x7, FOUR, x5)
    O = fill(x8, FIVE, x6)
    return O


# Right on some samples only.
def solve_nogreen_halos123(I):
    x1 = mapply(dneighbors, ofcolor(I, 1))
    x2 = mapply(ineighbors, ofcolor(I, 2))
    return fill(fill(I, 7, x1), 4, x2)


# Never right.
def solve_swapped_halos123(I):
    x1 = mapply(ineighbors, ofcolor(I, 1))
    x2 = mapply(dneighbors, ofcolor(I, 2))
    x3 = mapply(neighbors, ofcolor(I, 3))
    x4 = fill(fill(I, 7, x1), 4, x2)
    return fill(x4, 7, x3)

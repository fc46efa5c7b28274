# crossbar: The row and the column of each single cell turn green; the cells stay.


def solve_crossbar(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = mapply(hfrontier, x2)
    x4 = mapply(vfrontier, x2)
    x5 = combine(x3, x4)
    O = underfill(I, THREE, x5)
    return O


# Right on some samples only.
def solve_first_crossbar(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = first(x2)
    x4 = combine(hfrontier(x3), vfrontier(x3))
    return underfill(I, THREE, x4)


# Never right.
def solve_over_crossbar(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = mapply(hfrontier, x2)
    x4 = mapply(vfrontier, x2)
    x5 = combine(x3, x4)
    O = fill(I, THREE, x5)
    return O

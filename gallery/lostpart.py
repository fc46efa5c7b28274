# lostpart: A square picture, symmetric along its falling diagonal, has lost a black patch: this patch.


def solve_lostpart(I):
    x1 = dmirror(I)
    x2 = ofcolor(I, ZERO)
    O = subgrid(x2, x1)
    return O


# Right on some samples only.
def solve_rising_lostpart(I):
    x1 = cmirror(I)
    x2 = ofcolor(I, ZERO)
    O = subgrid(x2, x1)
    return O


# Never right.
def solve_black_lostpart(I):
    x1 = ofcolor(I, ZERO)
    O = subgrid(x1, I)
    return O


# Returns a value that is not a grid.
def solve_cells_lostpart(I):
    x1 = dmirror(I)
    x2 = ofcolor(I, ZERO)
    O = toobject(x2, x1)
    return O

# rayright: Red cells send red rays to the right, which pass under everything else.


def solve_rayright(I):
    x1 = ofcolor(I, TWO)
    x2 = rbind(shoot, RIGHT)
    x3 = mapply(x2, x1)
    O = underfill(I, TWO, x3)
    return O


# Right on some samples only.
def solve_through_rayright(I):
    x1 = ofcolor(I, TWO)
    x2 = rbind(shoot, RIGHT)
    x3 = mapply(x2, x1)
    O = fill(I, TWO, x3)
    return O


# Never right.
def solve_left_rayright(I):
    x1 = ofcolor(I, TWO)
    x2 = rbind(shoot, LEFT)
    x3 = mapply(x2, x1)
    O = underfill(I, TWO, x3)
    return O


# Returns a value that is not a grid.
def solve_places_rayright(I):
    x1 = ofcolor(I, TWO)
    x2 = rbind(shoot, RIGHT)
    O = mapply(x2, x1)
    return O

# stepaway: The red object makes one step away from the blue wall.


def solve_stepaway(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = gravitate(x1, x2)
    x4 = sign(x3)
    x5 = invert(x4)
    x6 = recolor(TWO, x1)
    O = move(I, x6, x5)
    return O


# Right on some samples only.
def solve_thewholeway_stepaway(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = gravitate(x1, x2)
    x4 = invert(x3)
    x5 = recolor(TWO, x1)
    O = move(I, x5, x4)
    return O


# Never right.
def solve_closer_stepaway(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = gravitate(x1, x2)
    x4 = sign(x3)
    x5 = recolor(TWO, x1)
    O = move(I, x5, x4)
    return O

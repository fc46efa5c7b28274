# halfway1: The red object goes half of its way to the blue wall.


def solve_halfway1(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = gravitate(x1, x2)
    x4 = halve(x3)
    x5 = recolor(TWO, x1)
    O = move(I, x5, x4)
    return O


# Never right.
def solve_backward_halfway1(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = gravitate(x1, x2)
    x4 = invert(x3)
    x5 = halve(x4)
    x6 = recolor(TWO, x1)
    O = move(I, x6, x5)
    return O


# Right on some samples only.
def solve_shorter_halfway1(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = gravitate(x1, x2)
    x4 = sign(x3)
    x5 = subtract(x3, x4)
    x6 = recolor(TWO, x1)
    O = move(I, x6, x5)
    return O


# Always fails.
def solve_bare_halfway1(I):
    x1 = ofcolor(I, TWO)
    x2 = ofcolor(I, ONE)
    x3 = gravitate(x1, x2)
    x4 = halve(x3)
    O = move(I, x1, x4)
    return O

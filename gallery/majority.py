# majority: A small square: blue where blue cells outnumber red ones, red where it is the other way round.


def solve_majority(I):
    x1 = colorcount(I, ONE)
    x2 = colorcount(I, TWO)
    x3 = subtract(x1, x2)
    x4 = positive(x3)
    x5 = branch(x4, ONE, TWO)
    O = canvas(x5, THREE_BY_THREE)
    return O


# Right on some samples only.
def solve_overall_majority(I):
    x1 = mostcolor(I)
    O = canvas(x1, THREE_BY_THREE)
    return O


# Never right.
def solve_minority_majority(I):
    x1 = colorcount(I, ONE)
    x2 = colorcount(I, TWO)
    x3 = greater(x1, x2)
    x4 = branch(x3, TWO, ONE)
    O = canvas(x4, THREE_BY_THREE)
    return O


# Right on some samples only.
def solve_always_majority(I):
    O = canvas(BLUE, (3, 3))
    return O

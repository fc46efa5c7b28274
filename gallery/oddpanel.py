# oddpanel: Square panels lie on top of each other; the one that is not like the others.


def solve_oddpanel(I):
    x1 = height(I)
    x2 = width(I)
    x3 = divide(x1, x2)
    x4 = vsplit(I, x3)
    O = leastcommon(x4)
    return O


# Right on some samples only.
def solve_three_oddpanel(I):
    x1 = vsplit(I, THREE)
    O = leastcommon(x1)
    return O


# Always fails.
def solve_upended_oddpanel(I):
    x1 = height(I)
    x2 = width(I)
    x3 = divide(x2, x1)
    x4 = vsplit(I, x3)
    O = leastcommon(x4)
    return O


# Never right.
def solve_usual_oddpanel(I):
    x1 = height(I)
    x2 = width(I)
    x3 = divide(x1, x2)
    x4 = vsplit(I, x3)
    O = mostcommon(x4)
    return O

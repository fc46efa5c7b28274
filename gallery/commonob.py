# commonob: The object that occurs most often is cut out.


def solve_commonob(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(normalize, x2)
    x4 = mostcommon(x3)
    x5 = shape(x4)
    x6 = mostcolor(I)
    x7 = canvas(x6, x5)
    O = paint(x7, x4)
    return O


# Never right.
def solve_rarest_commonob(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(normalize, x2)
    x4 = leastcommon(x3)
    x5 = shape(x4)
    x6 = mostcolor(I)
    x7 = canvas(x6, x5)
    O = paint(x7, x4)
    return O


# Right on some samples only.
def solve_largest_commonob(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


# Always fails.
def solve_uncounted_commonob(I):
    x1 = objects(I, T, F, T)
    x2 = apply(normalize, x1)
    x3 = mostcommon(x2)
    x4 = shape(x3)
    x5 = canvas(ZERO, x4)
    O = paint(x5, x3)
    return O

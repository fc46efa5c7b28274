# fourcorn: The corners of the box around each object are marked: blue and red above, green and yellow below.


def solve_fourcorn(I):
    x1 = objects(I, T, F, T)
    x2 = apply(ulcorner, x1)
    x3 = apply(urcorner, x1)
    x4 = apply(llcorner, x1)
    x5 = apply(lrcorner, x1)
    x6 = fill(I, ONE, x2)
    x7 = fill(x6, TWO, x3)
    x8 = fill(x7, THREE, x4)
    O = fill(x8, FOUR, x5)
    return O


# Right on some samples only.
def solve_under_fourcorn(I):
    x1 = objects(I, T, F, T)
    x2 = underfill(I, ONE, apply(ulcorner, x1))
    x3 = underfill(x2, TWO, apply(urcorner, x1))
    x4 = underfill(x3, THREE, apply(llcorner, x1))
    return underfill(x4, FOUR, apply(lrcorner, x1))


# Never right.
def solve_alike_fourcorn(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(corners, x1)
    O = fill(I, ONE, x2)
    return O

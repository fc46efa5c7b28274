# massmark: The centre of mass of each object, rounded up and left, is marked black; the background is never black.


def solve_massmark(I):
    x1 = objects(I, T, F, T)
    x2 = apply(centerofmass, x1)
    O = fill(I, ZERO, x2)
    return O


# Right on some samples only.
def solve_center_massmark(I):
    x1 = objects(I, T, F, T)
    x2 = apply(center, x1)
    O = fill(I, ZERO, x2)
    return O


# Never right.
def solve_covered_massmark(I):
    x1 = objects(I, T, F, T)
    x2 = apply(centerofmass, x1)
    O = cover(I, x2)
    return O

# redtall1: Objects that have a red cell and are higher than two cells turn green.


def solve_redtall1(I):
    x1 = objects(I, F, F, T)
    x2 = lbind(contained, TWO)
    x3 = compose(x2, palette)
    x4 = rbind(greater, TWO)
    x5 = compose(x4, height)
    x6 = fork(both, x3, x5)
    x7 = mfilter(x1, x6)
    O = fill(I, THREE, x7)
    return O


# Right on some samples only.
def solve_either_redtall1(I):
    x1 = objects(I, F, F, T)
    x2 = lbind(contained, TWO)
    x3 = compose(x2, palette)
    x4 = rbind(greater, TWO)
    x5 = compose(x4, height)
    x6 = fork(either, x3, x5)
    x7 = mfilter(x1, x6)
    O = fill(I, THREE, x7)
    return O


# Right on some samples only.
def solve_redonly_redtall1(I):
    x1 = objects(I, F, F, T)
    x2 = mfilter(x1, lambda obj: contained(2, palette(obj)))
    return fill(I, 3, x2)


# Fails on some samples.
def solve_first_redtall1(I):
    x1 = objects(I, F, F, T)
    x2 = lbind(contained, TWO)
    x3 = compose(x2, palette)
    x4 = extract(x1, x3)
    O = fill(I, THREE, x4)
    return O

# tilefull: The tile in the upper left corner is repeated over the whole grid.


def solve_tilefull(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = shape(x2)
    x4 = interval(ZERO, NINE, ONE)
    x5 = product(x4, x4)
    x6 = lbind(multiply, x3)
    x7 = apply(x6, x5)
    x8 = lbind(shift, x2)
    x9 = mapply(x8, x7)
    O = paint(I, x9)
    return O


# Never right.
def solve_diagonal_tilefull(I):
    x1 = first(objects(I, F, F, T))
    x2 = shape(x1)
    x3 = interval(ZERO, NINE, ONE)
    x4 = apply(lbind(multiply, x2), x3)
    x5 = mapply(lbind(shift, x1), x4)
    O = paint(I, x5)
    return O


# Right on some samples only.
def solve_bytwo_tilefull(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = interval(ZERO, TEN, ONE)
    x4 = product(x3, x3)
    x5 = lbind(multiply, TWO_BY_TWO)
    x6 = apply(x5, x4)
    x7 = lbind(shift, x2)
    x8 = mapply(x7, x6)
    O = paint(I, x8)
    return O


# Right on some samples only.
def solve_onecolor_tilefull(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shape(x2)
    x4 = product(interval(0, 5, 1), interval(0, 5, 1))
    x5 = mapply(lambda step: shift(x2, multiply(x3, step)), x4)
    return paint(I, x5)

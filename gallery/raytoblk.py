# raytoblk: The single cell sends a ray towards the block, straight or diagonally, that goes on behind it.


def solve_raytoblk(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = argmax(x1, size)
    x4 = position(x2, x3)
    x5 = center(x2)
    x6 = shoot(x5, x4)
    x7 = color(x2)
    O = underfill(I, x7, x6)
    return O


# Right on some samples only.
def solve_right_raytoblk(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = center(x2)
    x4 = shoot(x3, RIGHT)
    x5 = color(x2)
    O = underfill(I, x5, x4)
    return O


# Never right.
def solve_stopped_raytoblk(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = argmax(x1, size)
    x4 = center(x2)
    x5 = center(x3)
    x6 = connect(x4, x5)
    x7 = color(x2)
    O = fill(I, x7, x6)
    return O


# Right on some samples only.
def solve_tocenter_raytoblk(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, size)
    x3 = argmax(x1, size)
    x4 = connect(center(x2), center(x3))
    x5 = position(x2, x3)
    x6 = shift(x4, double(x5))
    x7 = combine(x4, x6)
    O = underfill(I, color(x2), x7)
    return O

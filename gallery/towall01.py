# towall01: The object moves until it touches the wall.


def solve_towall01(I):
    x1 = objects(I, T, F, T)
    x2 = fork(add, height, width)
    x3 = argmax(x1, x2)
    x4 = other(x1, x3)
    x5 = gravitate(x4, x3)
    O = move(I, x4, x5)
    return O


# Never right.
def solve_away_towall01(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, fork(add, height, width))
    x3 = other(x1, x2)
    x4 = gravitate(x2, x3)
    O = move(I, x3, x4)
    return O


# Right on some samples only.
def solve_onestep_towall01(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, fork(add, height, width))
    x3 = other(x1, x2)
    x4 = gravitate(x3, x2)
    x5 = sign(x4)
    O = move(I, x3, x5)
    return O


# Never right.
def solve_into_towall01(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, fork(add, height, width))
    x3 = other(x1, x2)
    x4 = gravitate(x3, x2)
    x5 = crement(x4)
    O = move(I, x3, x5)
    return O

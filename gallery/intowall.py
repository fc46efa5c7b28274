# intowall: The object moves on until it is one cell deep in the wall.


def solve_intowall(I):
    x1 = objects(I, T, F, T)
    x2 = fork(add, height, width)
    x3 = argmax(x1, x2)
    x4 = other(x1, x3)
    x5 = gravitate(x4, x3)
    x6 = crement(x5)
    O = move(I, x4, x6)
    return O


# Right on some samples only.
def solve_sidewards_intowall(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, fork(add, height, width))
    x3 = other(x1, x2)
    x4 = gravitate(x3, x2)
    x5 = add(x4, tojvec(sign(last(x4))))
    O = move(I, x3, x5)
    return O


# Never right.
def solve_slanted_intowall(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, fork(add, height, width))
    x3 = other(x1, x2)
    x4 = gravitate(x3, x2)
    x5 = increment(x4)
    O = move(I, x3, x5)
    return O


# Returns a value that is not a grid.
def solve_steps_intowall(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, fork(add, height, width))
    x3 = other(x1, x2)
    x4 = gravitate(x3, x2)
    O = crement(x4)
    return O

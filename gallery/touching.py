# touching: Single cells that touch the block with a side vanish.


def solve_touching(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(adjacent, x2)
    x5 = mfilter(x3, x4)
    O = cover(I, x5)
    return O


# Right on some samples only.
def solve_around_touching(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = outbox(x2)
    O = cover(I, x3)
    return O


# Right on some samples only.
def solve_onlyone_touching(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(adjacent, x2)
    x5 = extract(x3, x4)
    O = cover(I, x5)
    return O

# cornmark: The corners of the box around each object turn gray where they are free.


def solve_cornmark(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(corners, x1)
    O = underfill(I, FIVE, x2)
    return O


# Right on some samples only.
def solve_delta_cornmark(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(delta, x1)
    O = fill(I, FIVE, x2)
    return O


# Right on some samples only.
def solve_three_cornmark(I):
    x1 = objects(I, T, F, T)
    x2 = insert(llcorner, insert(urcorner, initset(ulcorner)))
    x3 = mapply(lbind(rapply, x2), x1)
    O = underfill(I, FIVE, x3)
    return O

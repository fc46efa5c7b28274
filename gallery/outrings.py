# outrings: Around each object a ring of its own colour is drawn.


def solve_outrings(I):
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, outbox)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O


# Right on some samples only.
def solve_onecolor_outrings(I):
    x1 = objects(I, T, F, T)
    x2 = first(x1)
    x3 = color(x2)
    x4 = mapply(outbox, x1)
    O = underfill(I, x3, x4)
    return O


# Never right.
def solve_box_outrings(I):
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, box)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O


# Always fails.
def solve_uncolored_outrings(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(outbox, x1)
    O = paint(I, x2)
    return O

# bloated1: Each object swells to a full box two cells wider on every side, where the background lets it.


def solve_bloated1(I):
    x1 = objects(I, T, T, T)
    x2 = compose(backdrop, outbox)
    x3 = power(x2, TWO)
    x4 = fork(recolor, color, x3)
    x5 = mapply(x4, x1)
    O = underpaint(I, x5)
    return O


# Never right.
def solve_once_bloated1(I):
    x1 = objects(I, T, T, T)
    x2 = compose(backdrop, outbox)
    x3 = power(x2, ONE)
    x4 = fork(recolor, color, x3)
    x5 = mapply(x4, x1)
    O = underpaint(I, x5)
    return O


# Never right.
def solve_rings_bloated1(I):
    x1 = objects(I, T, T, T)
    x2 = power(outbox, TWO)
    x3 = fork(recolor, color, x2)
    x4 = mapply(x3, x1)
    O = underpaint(I, x4)
    return O


# Right on some samples only.
def solve_first_bloated1(I):
    x1 = objects(I, T, T, T)
    x2 = first(x1)
    x3 = backdrop(outbox(backdrop(outbox(x2))))
    x4 = recolor(color(x2), x3)
    return underpaint(I, x4)

# shadows1: Each object casts a gray shadow, one cell down and to the right.


def solve_shadows1(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shift(x2, UNITY)
    x4 = recolor(FIVE, x3)
    O = underpaint(I, x4)
    return O


# Right on some samples only.
def solve_above_shadows1(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shift(x2, UNITY)
    x4 = recolor(FIVE, x3)
    O = paint(I, x4)
    return O


# Never right.
def solve_morning_shadows1(I):
    x1 = objects(I, T, F, T)
    x2 = merge(x1)
    x3 = shift(x2, NEG_UNITY)
    O = underfill(I, FIVE, x3)
    return O


# Returns a value that is not a grid.
def solve_loose_shadows1(I):
    x1 = fgpartition(I)
    x2 = merge(x1)
    x3 = shift(x2, UNITY)
    O = recolor(FIVE, x3)
    return O

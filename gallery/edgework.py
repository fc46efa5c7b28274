# edgework: A grid higher than wide loses its first row and column; any other one gets a red row above and column before it.


def solve_edgework(I):
    x1 = shape(I)
    x2 = decrement(x1)
    x3 = crop(I, UNITY, x2)
    x4 = increment(x1)
    x5 = canvas(TWO, x4)
    x6 = shift(asobject(I), UNITY)
    x7 = paint(x5, x6)
    x8 = portrait(I)
    O = branch(x8, x3, x7)
    return O


# Right on some samples only.
def solve_lastones_edgework(I):
    x1 = shape(I)
    x2 = crop(I, ORIGIN, decrement(x1))
    x3 = canvas(TWO, increment(x1))
    x4 = paint(x3, shift(asobject(I), UNITY))
    O = branch(portrait(I), x2, x4)
    return O


# Right on some samples only.
def solve_cut_edgework(I):
    x1 = decrement(shape(I))
    O = crop(I, UNITY, x1)
    return O

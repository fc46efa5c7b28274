# legendrw: The gray objects, from left to right, get the colours of the first row in its order.


def solve_legendrw(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, FIVE)
    x3 = order(x2, leftmost)
    x4 = first(I)
    x5 = remove(ZERO, x4)
    x6 = mpapply(recolor, x5, x3)
    O = paint(I, x6)
    return O


# Right on some samples only.
def solve_bysize_legendrw(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, FIVE)
    x3 = order(x2, size)
    x4 = first(I)
    x5 = remove(ZERO, x4)
    x6 = mpapply(recolor, x5, x3)
    O = paint(I, x6)
    return O


# Right on some samples only.
def solve_ascending_legendrw(I):
    x1 = objects(I, T, F, T)
    x2 = order(colorfilter(x1, 5), leftmost)
    x3 = order(dedupe(remove(0, first(I))), identity)
    return paint(I, mpapply(recolor, x3, x2))


# Always fails.
def solve_unmerged_legendrw(I):
    x1 = objects(I, T, F, T)
    x2 = colorfilter(x1, FIVE)
    x3 = order(x2, leftmost)
    x4 = first(I)
    x5 = remove(ZERO, x4)
    x6 = papply(recolor, x5, x3)
    O = paint(I, x6)
    return O

# widesqua: A square in the colour of the widest object, and as wide as it.


def solve_widesqua(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, width)
    x3 = color(x2)
    x4 = valmax(x1, width)
    x5 = astuple(x4, x4)
    O = canvas(x3, x5)
    return O


# Right on some samples only.
def solve_largest_widesqua(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = color(x2)
    x4 = width(x2)
    x5 = astuple(x4, x4)
    O = canvas(x3, x5)
    return O


# Returns a value that is not a grid.
def solve_side_widesqua(I):
    x1 = objects(I, T, F, T)
    x2 = valmax(x1, width)
    O = repeat(x2, x2)
    return O

# lowright: The grid in the lower right quarter of one twice as large, which has its rarest colour.


def solve_lowright(I):
    x1 = shape(I)
    x2 = double(x1)
    x3 = leastcolor(I)
    x4 = canvas(x3, x2)
    x5 = asobject(I)
    x6 = shift(x5, x1)
    O = paint(x4, x6)
    return O


# Never right.
def solve_upperleft_lowright(I):
    x1 = shape(I)
    x2 = double(x1)
    x3 = leastcolor(I)
    x4 = canvas(x3, x2)
    x5 = asobject(I)
    O = paint(x4, x5)
    return O


# Right on some samples only.
def solve_black_lowright(I):
    x1 = canvas(ZERO, double(shape(I)))
    x2 = shift(asobject(I), shape(I))
    O = paint(x1, x2)
    return O


# Returns a value that is not a grid.
def solve_moved_lowright(I):
    x1 = asobject(I)
    x2 = shape(I)
    O = shift(x1, x2)
    return O

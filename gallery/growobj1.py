# growobj1: The object becomes twice as large; its upper left corner stays.


def solve_growobj1(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = upscale(x2, TWO)
    x4 = cover(I, x2)
    O = paint(x4, x3)
    return O


# Right on some samples only.
def solve_uncovered_growobj1(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = upscale(x2, TWO)
    O = paint(I, x3)
    return O


# Never right.
def solve_threefold_growobj1(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = upscale(x2, THREE)
    x4 = cover(I, x2)
    O = paint(x4, x3)
    return O


# Always fails.
def solve_indices_growobj1(I):
    x1 = objects(I, F, F, T)
    x2 = toindices(first(x1))
    x3 = upscale(x2, TWO)
    O = fill(I, TWO, x3)
    return O

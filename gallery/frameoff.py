# frameoff: The frame comes off, and the rarest colour inside takes on its colour.


def solve_frameoff(I):
    x1 = trim(I)
    x2 = index(I, ORIGIN)
    x3 = leastcolor(x1)
    O = replace(x1, x3, x2)
    return O


# Right on some samples only.
def solve_overall_frameoff(I):
    x1 = leastcolor(I)
    x2 = index(I, ORIGIN)
    x3 = replace(I, x1, x2)
    O = trim(x3)
    return O


# Never right.
def solve_offbyone_frameoff(I):
    x1 = shape(I)
    x2 = decrement(x1)
    x3 = crop(I, UNITY, x2)
    x4 = index(I, ORIGIN)
    x5 = leastcolor(x3)
    O = replace(x3, x5, x4)
    return O


# Returns a value that is not a grid.
def solve_outside_frameoff(I):
    x1 = trim(I)
    x2 = shape(I)
    x3 = index(I, x2)
    x4 = leastcolor(x1)
    O = replace(x1, x4, x3)
    return O

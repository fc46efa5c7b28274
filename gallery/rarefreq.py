# rarefreq: All colours of the grid as a row, from the rarest to the most frequent.


def solve_rarefreq(I):
    x1 = partition(I)
    x2 = order(x1, size)
    x3 = apply(color, x2)
    O = repeat(x3, ONE)
    return O


# Right on some samples only.
def solve_ascending_rarefreq(I):
    x1 = partition(I)
    x2 = apply(color, x1)
    x3 = totuple(x2)
    O = repeat(x3, ONE)
    return O


# Never right.
def solve_reversed_rarefreq(I):
    x1 = partition(I)
    x2 = compose(invert, size)
    x3 = order(x1, x2)
    x4 = apply(color, x3)
    O = repeat(x4, ONE)
    return O


# Returns a value that is not a grid.
def solve_flat_rarefreq(I):
    x1 = partition(I)
    x2 = order(x1, size)
    O = apply(color, x2)
    return O

# evenodds: Objects with an even number of cells turn cyan, those with an odd number green.


def solve_evenodds(I):
    x1 = objects(I, T, F, T)
    x2 = chain(flip, even, size)
    x3 = mfilter(x1, x2)
    x4 = merge(x1)
    x5 = fill(I, EIGHT, x4)
    O = fill(x5, THREE, x3)
    return O


# Right on some samples only.
def solve_height_evenodds(I):
    x1 = objects(I, T, F, T)
    x2 = compose(even, height)
    x3 = mfilter(x1, x2)
    x4 = merge(x1)
    x5 = fill(I, THREE, x4)
    O = fill(x5, EIGHT, x3)
    return O


# Always fails.
def solve_unmeasured_evenodds(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, even)
    x3 = merge(x1)
    x4 = fill(I, THREE, x3)
    O = fill(x4, EIGHT, x2)
    return O

# rankcol1: The largest object turns red, the smallest blue, all others gray.


def solve_rankcol1(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = first(x2)
    x4 = last(x2)
    x5 = merge(x1)
    x6 = fill(I, FIVE, x5)
    x7 = fill(x6, ONE, x3)
    O = fill(x7, TWO, x4)
    return O


# Never right.
def solve_reversed_rankcol1(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    x3 = first(x2)
    x4 = last(x2)
    x5 = merge(x1)
    x6 = fill(I, FIVE, x5)
    x7 = fill(x6, TWO, x3)
    O = fill(x7, ONE, x4)
    return O


# Right on some samples only.
def solve_height_rankcol1(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, height)
    x3 = argmax(x1, height)
    x4 = merge(x1)
    x5 = fill(I, FIVE, x4)
    x6 = fill(x5, ONE, x2)
    O = fill(x6, TWO, x3)
    return O


# Returns a value that is not a grid.
def solve_sorted_rankcol1(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    O = apply(size, x2)
    return O

# nearest1: The single cell with the shortest way to the block takes on its colour.


def solve_nearest1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(manhattan, x2)
    x5 = argmin(x3, x4)
    x6 = color(x2)
    O = fill(I, x6, x5)
    return O


# Never right.
def solve_farthest_nearest1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(manhattan, x2)
    x5 = argmax(x3, x4)
    x6 = color(x2)
    O = fill(I, x6, x5)
    return O


# Right on some samples only.
def solve_leftmost_nearest1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = argmin(x3, leftmost)
    x5 = color(x2)
    O = fill(I, x5, x4)
    return O


# Returns a value that is not a grid.
def solve_distance_nearest1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = lbind(manhattan, x2)
    O = valmin(x3, x4)
    return O

# rowmates: Single cells in the rows and columns of the block take on its colour.


def solve_rowmates(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = lbind(hmatching, x2)
    x4 = lbind(vmatching, x2)
    x5 = fork(either, x3, x4)
    x6 = mfilter(x1, x5)
    x7 = color(x2)
    O = fill(I, x7, x6)
    return O


# Right on some samples only.
def solve_rowsonly_rowmates(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = lbind(hmatching, x2)
    x4 = mfilter(x1, x3)
    x5 = color(x2)
    O = fill(I, x5, x4)
    return O


# Never right.
def solve_both_rowmates(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = lbind(hmatching, x2)
    x4 = lbind(vmatching, x2)
    x5 = fork(both, x3, x4)
    x6 = mfilter(x1, x5)
    x7 = color(x2)
    O = fill(I, x7, x6)
    return O

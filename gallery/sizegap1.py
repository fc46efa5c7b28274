# sizegap1: A column in the colour of the largest object, as high as it has more cells than the smallest one.


def solve_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = apply(size, x1)
    x3 = maximum(x2)
    x4 = minimum(x2)
    x5 = subtract(x3, x4)
    x6 = argmax(x1, size)
    x7 = color(x6)
    x8 = astuple(x5, ONE)
    O = canvas(x7, x8)
    return O


# Never right.
def solve_inclusive_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = valmax(x1, size)
    x3 = valmin(x1, size)
    x4 = subtract(x2, x3)
    x5 = increment(x4)
    x6 = color(argmax(x1, size))
    O = canvas(x6, astuple(x5, ONE))
    return O


# Never right.
def solve_whole_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = valmax(x1, size)
    x3 = argmax(x1, size)
    x4 = color(x3)
    x5 = astuple(x2, ONE)
    O = canvas(x4, x5)
    return O


# Right on some samples only.
def solve_next_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = subtract(size(x2), valmax(x3, size))
    return canvas(color(x2), (x4, 1))


# Returns a value that is not a grid.
def solve_number_sizegap1(I):
    x1 = objects(I, T, F, T)
    x2 = apply(size, x1)
    x3 = maximum(x2)
    x4 = minimum(x2)
    O = subtract(x3, x4)
    return O

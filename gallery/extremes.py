# extremes: The lowest object turns red, then the highest green, the leftmost yellow and the rightmost blue.


def solve_extremes(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, lowermost)
    x3 = argmin(x1, uppermost)
    x4 = argmin(x1, leftmost)
    x5 = argmax(x1, rightmost)
    x6 = fill(I, TWO, x2)
    x7 = fill(x6, THREE, x3)
    x8 = fill(x7, FOUR, x4)
    O = fill(x8, ONE, x5)
    return O


# Right on some samples only.
def solve_otherway_extremes(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, lowermost)
    x3 = argmin(x1, uppermost)
    x4 = argmin(x1, leftmost)
    x5 = argmax(x1, rightmost)
    x6 = fill(I, ONE, x5)
    x7 = fill(x6, FOUR, x4)
    x8 = fill(x7, THREE, x3)
    O = fill(x8, TWO, x2)
    return O


# Always fails.
def solve_swapped_extremes(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(lowermost, x1)
    x3 = argmin(uppermost, x1)
    x4 = fill(I, TWO, x2)
    O = fill(x4, THREE, x3)
    return O

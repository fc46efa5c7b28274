# onetile1: The smallest tile that makes the wallpaper.


def solve_onetile1(I):
    x1 = asobject(I)
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = astuple(x3, x2)
    O = crop(I, ORIGIN, x4)
    return O


# Right on some samples only.
def solve_transposed_onetile1(I):
    x1 = asobject(I)
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = astuple(x2, x3)
    O = crop(I, ORIGIN, x4)
    return O


# Right on some samples only.
def solve_threes_onetile1(I):
    O = crop(I, ORIGIN, THREE_BY_THREE)
    return O


# Always fails.
def solve_indices_onetile1(I):
    x1 = asindices(I)
    x2 = hperiod(x1)
    x3 = vperiod(x1)
    x4 = astuple(x3, x2)
    O = crop(I, ORIGIN, x4)
    return O

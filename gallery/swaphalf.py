# swaphalf: The left and the right half change places, and so do the upper and the lower one of a square.


def solve_swaphalf(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    x3 = hconcat(x2, x1)
    x4 = tophalf(x3)
    x5 = bottomhalf(x3)
    x6 = vconcat(x5, x4)
    x7 = square(I)
    O = branch(x7, x6, x3)
    return O


# Right on some samples only.
def solve_sideways_swaphalf(I):
    x1 = lefthalf(I)
    x2 = righthalf(I)
    O = hconcat(x2, x1)
    return O


# Never right.
def solve_upright_swaphalf(I):
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    O = vconcat(x2, x1)
    return O

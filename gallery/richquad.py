# richquad: The quarter with the most colours.


def solve_richquad(I):
    x1 = hsplit(I, TWO)
    x2 = rbind(vsplit, TWO)
    x3 = mapply(x2, x1)
    O = argmax(x3, numcolors)
    return O


# Right on some samples only.
def solve_corner_richquad(I):
    x1 = lefthalf(I)
    O = tophalf(x1)
    return O


# Never right.
def solve_half_richquad(I):
    x1 = hsplit(I, TWO)
    O = argmax(x1, numcolors)
    return O


# Returns a value that is not a grid.
def solve_all_richquad(I):
    x1 = hsplit(I, TWO)
    x2 = rbind(vsplit, TWO)
    x3 = mapply(x2, x1)
    O = order(x3, numcolors)
    return O

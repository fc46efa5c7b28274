# negative: The two colours of the grid change places.


def solve_negative(I):
    x1 = palette(I)
    x2 = index(I, ORIGIN)
    x3 = other(x1, x2)
    x4 = shape(I)
    x5 = canvas(x3, x4)
    x6 = ofcolor(I, x3)
    O = fill(x5, x2, x6)
    return O


# Right on some samples only.
def solve_black_negative(I):
    x1 = palette(I)
    x2 = other(x1, ZERO)
    O = switch(I, ZERO, x2)
    return O


# Never right.
def solve_halved_negative(I):
    x1 = palette(I)
    x2 = first(x1)
    x3 = last(x1)
    O = replace(I, x2, x3)
    return O

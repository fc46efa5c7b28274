# sortbars: The bars that stand on the floor are sorted, the lowest first.


def solve_sortbars(I):
    x1 = dmirror(I)
    x2 = lbind(remove, ZERO)
    x3 = compose(size, x2)
    x4 = order(x1, x3)
    O = dmirror(x4)
    return O


# Never right.
def solve_turned_sortbars(I):
    x1 = rot270(I)
    x2 = lbind(remove, ZERO)
    x3 = compose(size, x2)
    x4 = order(x1, x3)
    O = rot270(x4)
    return O


# Right on some samples only.
def solve_ascolors_sortbars(I):
    x1 = dmirror(I)
    x2 = order(x1, last)
    O = dmirror(x2)
    return O


# Never right.
def solve_falling_sortbars(I):
    x1 = dmirror(I)
    x2 = lbind(remove, ZERO)
    x3 = chain(invert, size, x2)
    x4 = order(x1, x3)
    O = dmirror(x4)
    return O

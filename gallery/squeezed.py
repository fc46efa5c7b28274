# squeezed: Full rows and columns, where there are any, are taken out, and what is left is turned upside down.


def solve_squeezed(I):
    x1 = compress(I)
    O = hmirror(x1)
    return O


# Right on some samples only.
def solve_unpressed_squeezed(I):
    O = hmirror(I)
    return O


# Never right.
def solve_sideways_squeezed(I):
    x1 = compress(I)
    x2 = rot180(x1)
    O = hupscale(x2, TWO)
    return O

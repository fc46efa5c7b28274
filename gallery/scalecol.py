# scalecol: Every cell becomes a square, its side the number of colours.


def solve_scalecol(I):
    x1 = numcolors(I)
    O = upscale(I, x1)
    return O


# Right on some samples only.
def solve_twofold_scalecol(I):
    O = upscale(I, TWO)
    return O


# Never right.
def solve_across_scalecol(I):
    x1 = numcolors(I)
    O = hupscale(I, x1)
    return O


# Always fails.
def solve_palette_scalecol(I):
    x1 = palette(I)
    O = upscale(I, x1)
    return O

# stretch1: A grid that is higher than wide becomes twice as wide, any other one three times as high.


def solve_stretch1(I):
    x1 = portrait(I)
    x2 = hupscale(I, TWO)
    x3 = vupscale(I, THREE)
    O = branch(x1, x2, x3)
    return O


# Right on some samples only.
def solve_wide_stretch1(I):
    O = hupscale(I, TWO)
    return O


# Right on some samples only.
def solve_double_stretch1(I):
    x1 = portrait(I)
    x2 = branch(x1, hupscale, vupscale)
    O = x2(I, TWO)
    return O

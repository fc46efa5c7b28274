# barsways: Upright bars turn green, lying bars yellow; blocks stay as they are.


def solve_barsways(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, vline)
    x3 = mfilter(x1, hline)
    x4 = fill(I, THREE, x2)
    O = fill(x4, FOUR, x3)
    return O


# Never right.
def solve_crossed_barsways(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, vline)
    x3 = mfilter(x1, hline)
    x4 = fill(I, FOUR, x2)
    O = fill(x4, THREE, x3)
    return O


# Right on some samples only.
def solve_portrait_barsways(I):
    x1 = objects(I, T, F, T)
    x2 = mfilter(x1, portrait)
    x3 = mfilter(x1, hline)
    x4 = fill(I, THREE, x2)
    O = fill(x4, FOUR, x3)
    return O

# gridline: Full rows turn red, full columns blue, and where they cross yellow.


def solve_gridline(I):
    x1 = frontiers(I)
    x2 = mfilter(x1, hline)
    x3 = mfilter(x1, vline)
    x4 = intersection(x2, x3)
    x5 = fill(I, TWO, x2)
    x6 = fill(x5, ONE, x3)
    O = fill(x6, FOUR, x4)
    return O


# Right on some samples only.
def solve_allred_gridline(I):
    x1 = frontiers(I)
    x2 = merge(x1)
    O = fill(I, TWO, x2)
    return O


# Right on some samples only.
def solve_uncrossed_gridline(I):
    x1 = frontiers(I)
    x2 = mfilter(x1, hline)
    x3 = mfilter(x1, vline)
    x4 = fill(I, TWO, x2)
    O = fill(x4, ONE, x3)
    return O


# Returns a value that is not a grid.
def solve_lines_gridline(I):
    x1 = frontiers(I)
    O = sfilter(x1, hline)
    return O

# atborder: Objects that lie at the border of the grid vanish.


def solve_atborder(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(bordering, I)
    x3 = mfilter(x1, x2)
    O = cover(I, x3)
    return O


# Never right.
def solve_inner_atborder(I):
    x1 = objects(I, T, F, T)
    x2 = rbind(bordering, I)
    x3 = compose(flip, x2)
    x4 = mfilter(x1, x3)
    O = cover(I, x4)
    return O


# Right on some samples only.
def solve_upper_atborder(I):
    x1 = objects(I, T, F, T)
    x2 = matcher(uppermost, ZERO)
    x3 = matcher(leftmost, ZERO)
    x4 = fork(either, x2, x3)
    x5 = mfilter(x1, x4)
    O = cover(I, x5)
    return O

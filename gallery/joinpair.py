# joinpair: Two cells of a colour are joined by a straight line.


def solve_joinpair(I):
    x1 = fgpartition(I)
    x2 = fork(connect, ulcorner, lrcorner)
    x3 = fork(recolor, color, x2)
    x4 = mapply(x3, x1)
    O = paint(I, x4)
    return O


# Right on some samples only.
def solve_lying_joinpair(I):
    x1 = fgpartition(I)
    x2 = sfilter(x1, compose(rbind(greater, ONE), width))
    x3 = fork(recolor, color, backdrop)
    x4 = mapply(x3, x2)
    O = paint(I, x4)
    return O


# Always fails.
def solve_crossed_joinpair(I):
    x1 = fgpartition(I)
    x2 = fork(connect, ulcorner, lrcorner)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O

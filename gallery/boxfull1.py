# boxfull1: Each object grows to the full box around it.


def solve_boxfull1(I):
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, backdrop)
    x3 = mapply(x2, x1)
    O = underpaint(I, x3)
    return O


# Right on some samples only.
def solve_border_boxfull1(I):
    x1 = objects(I, T, F, T)
    x2 = fork(recolor, color, box)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O


# Right on some samples only.
def solve_bycolor_boxfull1(I):
    x1 = fgpartition(I)
    x2 = fork(recolor, color, backdrop)
    x3 = mapply(x2, x1)
    O = paint(I, x3)
    return O

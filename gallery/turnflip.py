# turnflip: A grid that is higher than wide is turned a quarter clockwise, any other one upside down.


def solve_turnflip(I):
    x1 = portrait(I)
    x2 = branch(x1, rot90, rot180)
    O = x2(I)
    return O


# Right on some samples only.
def solve_counter_turnflip(I):
    x1 = portrait(I)
    x2 = branch(x1, rot270, rot180)
    O = x2(I)
    return O


# Right on some samples only.
def solve_square_turnflip(I):
    x1 = square(I)
    x2 = rot180(I)
    x3 = rot90(I)
    O = branch(x1, x2, x3)
    return O


# Always fails.
def solve_called_turnflip(I):
    x1 = portrait(I)
    x2 = rot90(I)
    x3 = rot180(I)
    x4 = branch(x1, x2, x3)
    O = x4(I)
    return O

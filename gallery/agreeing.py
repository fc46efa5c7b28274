# agreeing: What the upper and the lower half agree on stays, everything else is black.


def solve_agreeing(I):
    x1 = tophalf(I)
    x2 = bottomhalf(I)
    O = cellwise(x1, x2, ZERO)
    return O


# Right on some samples only.
def solve_upper_agreeing(I):
    O = tophalf(I)
    return O


# Right on some samples only.
def solve_mirrored_agreeing(I):
    x1 = tophalf(I)
    x2 = hmirror(bottomhalf(I))
    O = cellwise(x1, x2, ZERO)
    return O


# Always fails.
def solve_whole_agreeing(I):
    x1 = bottomhalf(I)
    O = cellwise(I, x1, ZERO)
    return O


# A batt; its first solver is right.
def batt_halves_agreeing(task_id, S, I, C, log_path):
    s = []
    o = []
    upper = tophalf(I)
    lower = bottomhalf(I)
    o.append((1, False, 'agreeing', cellwise(upper, lower, 0)))
    o.append((2, True, 'upper_agreeing', upper))
    o.append((3, True, 'whole_agreeing', cellwise(I, lower, 0)))
    s.append((4, 'agreeing', 'colors', astuple(size(difference(palette(I), palette(C))), 0)))
    return s, o

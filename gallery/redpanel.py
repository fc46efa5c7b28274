# redpanel: Of three panels side by side, the one with the most red.


def solve_redpanel(I):
    x1 = hsplit(I, THREE)
    x2 = rbind(colorcount, TWO)
    O = argmax(x1, x2)
    return O


# Right on some samples only.
def solve_first_redpanel(I):
    x1 = hsplit(I, THREE)
    O = first(x1)
    return O


# Never right.
def solve_leastred_redpanel(I):
    x1 = hsplit(I, THREE)
    O = argmin(x1, lambda panel: colorcount(panel, 2))
    return O


# Returns a value that is not a grid.
def solve_howred_redpanel(I):
    x1 = hsplit(I, THREE)
    x2 = rbind(colorcount, TWO)
    O = valmax(x1, x2)
    return O

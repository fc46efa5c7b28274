# inrings1: Each block gets a ring and a middle point of the background; of several middles the lower right one.


def solve_inrings1(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = apply(center, x1)
    x4 = combine(x2, x3)
    x5 = mostcolor(I)
    O = fill(I, x5, x4)
    return O


# Right on some samples only.
def solve_mass_inrings1(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = apply(centerofmass, x1)
    x4 = combine(x2, x3)
    O = cover(I, x4)
    return O


# Never right.
def solve_twofold_inrings1(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(inbox, x1)
    x3 = compose(inbox, inbox)
    x4 = mapply(x3, x1)
    x5 = combine(x2, x4)
    x6 = mapply(box, x1)
    O = cover(I, x6)
    return O

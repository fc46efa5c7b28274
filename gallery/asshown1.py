# asshown1: The grid is mirrored or turned in the way that the demo pairs show.


def solve_asshown1(S, I, C):
    x1 = first(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = (hmirror, vmirror, dmirror, cmirror, rot90, rot180, rot270)
    x5 = rapply(x4, x2)
    x6 = pair(x4, x5)
    x7 = matcher(last, x3)
    x8 = extract(x6, x7)
    x9 = first(x8)
    O = x9(I)
    return O


# Right on some samples only.
def solve_upsidedown_asshown1(I):
    O = hmirror(I)
    return O


# Right on some samples only.
def solve_rotated_asshown1(I):
    O = rot90(I)
    return O


# Right on some samples only.
def solve_byshape_asshown1(S, I, C):
    x1 = first(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = shape(x2)
    x5 = shape(x3)
    x6 = equality(x4, x5)
    x7 = branch(x6, rot180, dmirror)
    O = x7(I)
    return O


# Fails on some samples.
def solve_compared_asshown1(S, I, C):
    x1 = first(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = (hmirror, vmirror, rot180)
    x5 = rapply(x4, x2)
    x6 = pair(x4, x5)
    x7 = matcher(last, x3)
    x8 = extract(x6, x7)
    x9 = first(x8)
    O = x9(I)
    return O

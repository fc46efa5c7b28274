# swapasin: Two colours change places; the demo pairs show which.


def solve_swapasin(S, I, C):
    x1 = first(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = asobject(x2)
    x5 = asobject(x3)
    x6 = difference(x4, x5)
    x7 = palette(x6)
    x8 = minimum(x7)
    x9 = maximum(x7)
    O = switch(I, x8, x9)
    return O


# Never right.
def solve_oneway_swapasin(S, I, C):
    x1 = first(S)
    x2 = asobject(first(x1))
    x3 = asobject(last(x1))
    x4 = palette(difference(x2, x3))
    O = replace(I, first(x4), last(x4))
    return O


# Right on some samples only.
def solve_frequent_swapasin(I):
    x1 = mostcolor(I)
    x2 = leastcolor(I)
    O = switch(I, x1, x2)
    return O

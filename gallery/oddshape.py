# oddshape: The object whose form no other one has is cut out; colours do not count.


def solve_oddshape(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = compose(normalize, toindices)
    x4 = apply(x3, x2)
    x5 = leastcommon(x4)
    x6 = matcher(x3, x5)
    x7 = extract(x1, x6)
    O = subgrid(x7, I)
    return O


# Right on some samples only.
def solve_colored_oddshape(I):
    x1 = objects(I, T, F, T)
    x2 = totuple(x1)
    x3 = apply(normalize, x2)
    x4 = leastcommon(x3)
    x5 = matcher(normalize, x4)
    x6 = extract(x1, x5)
    O = subgrid(x6, I)
    return O


# Fails on some samples.
def solve_three_oddshape(I):
    x1 = objects(I, T, F, T)
    x2 = extract(x1, lambda obj: equality(size(obj), 3))
    O = subgrid(x2, I)
    return O

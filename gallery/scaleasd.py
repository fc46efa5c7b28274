# scaleasd: The grid is enlarged as many times as those of the demo pairs, and framed in their frame colour.


def solve_scaleasd(S, I, C):
    x1 = last(S)
    x2 = first(x1)
    x3 = last(x1)
    x4 = height(x2)
    x5 = trim(x3)
    x6 = height(x5)
    x7 = divide(x6, x4)
    x8 = index(x3, ORIGIN)
    x9 = upscale(I, x7)
    x10 = shape(x9)
    x11 = add(x10, TWO)
    x12 = canvas(x8, x11)
    x13 = asobject(x9)
    x14 = shift(x13, UNITY)
    O = paint(x12, x14)
    return O


# Right on some samples only.
def solve_untrimmed_scaleasd(S, I, C):
    x1 = last(S)
    x2 = divide(height(last(x1)), height(first(x1)))
    x3 = upscale(I, x2)
    x4 = canvas(index(last(x1), ORIGIN), add(shape(x3), TWO))
    O = paint(x4, shift(asobject(x3), UNITY))
    return O


# Never right.
def solve_unframed_scaleasd(S, I, C):
    x1 = last(S)
    x2 = height(first(x1))
    x3 = height(last(x1))
    O = upscale(I, divide(x3, x2))
    return O


# Right on some samples only.
def solve_threefold_scaleasd(S, I, C):
    x1 = last(last(S))
    x2 = index(x1, ORIGIN)
    x3 = upscale(I, THREE)
    x4 = canvas(x2, add(shape(x3), TWO))
    O = paint(x4, shift(asobject(x3), UNITY))
    return O


# Always fails.
def solve_compared_scaleasd(S, I, C):
    x1 = height(C)
    x2 = height(I)
    x3 = divide(x1, x2)
    O = upscale(I, x3)
    return O

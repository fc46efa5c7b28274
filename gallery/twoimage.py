# twoimage: The object gets a mirror image at its right side and one below it.


def solve_twoimage(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = vmirror(x2)
    x4 = width(x2)
    x5 = tojvec(x4)
    x6 = shift(x3, x5)
    x7 = hmirror(x2)
    x8 = height(x2)
    x9 = toivec(x8)
    x10 = shift(x7, x9)
    x11 = combine(x6, x10)
    O = paint(I, x11)
    return O


# Right on some samples only.
def solve_copies_twoimage(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = tojvec(width(x2))
    x4 = toivec(height(x2))
    x5 = combine(shift(x2, x3), shift(x2, x4))
    return paint(I, x5)


# Never right.
def solve_fixed_twoimage(I):
    x1 = objects(I, F, F, T)
    x2 = first(x1)
    x3 = vmirror(x2)
    x4 = shift(x3, RIGHT)
    O = paint(I, x4)
    return O


# Right on some samples only.
def solve_onecolor_twoimage(I):
    x1 = objects(I, T, F, T)
    x2 = first(x1)
    x3 = vmirror(x2)
    x4 = tojvec(width(x2))
    x5 = shift(x3, x4)
    x6 = hmirror(x2)
    x7 = toivec(height(x2))
    x8 = shift(x6, x7)
    x9 = combine(x5, x8)
    O = paint(I, x9)
    return O

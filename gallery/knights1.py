# knights1: Yellow marks where the cyan knight's next move may lead; other pieces are taken.


def solve_knights1(I):
    x1 = (ONE, NEG_ONE)
    x2 = (TWO, NEG_TWO)
    x3 = product(x1, x2)
    x4 = product(x2, x1)
    x5 = combine(x3, x4)
    x6 = ofcolor(I, EIGHT)
    x7 = first(x6)
    x8 = shift(x5, x7)
    O = fill(I, FOUR, x8)
    return O


# Right on some samples only.
def solve_freeonly_knights1(I):
    x1 = (1, -1)
    x2 = (2, -2)
    x3 = combine(product(x1, x2), product(x2, x1))
    x4 = shift(x3, first(ofcolor(I, 8)))
    return underfill(I, 4, x4)


# Never right.
def solve_king_knights1(I):
    x1 = ofcolor(I, EIGHT)
    x2 = first(x1)
    x3 = neighbors(x2)
    O = fill(I, FOUR, x3)
    return O


# Right on some samples only.
def solve_downward_knights1(I):
    x1 = ofcolor(I, EIGHT)
    x2 = first(x1)
    x3 = add(x2, (1, 2))
    x4 = add(x2, (1, -2))
    x5 = add(x2, (2, 1))
    x6 = add(x2, (2, -1))
    x7 = insert(x6, insert(x5, insert(x4, initset(x3))))
    O = fill(I, FOUR, x7)
    return O

# repairlr: A picture that is symmetric left to right has lost a black patch, which is mended.


def solve_repairlr(I):
    x1 = vmirror(I)
    x2 = ofcolor(I, ZERO)
    x3 = toobject(x2, x1)
    O = paint(I, x3)
    return O


# Right on some samples only.
def solve_updown_repairlr(I):
    x1 = hmirror(I)
    x2 = ofcolor(I, ZERO)
    x3 = toobject(x2, x1)
    O = paint(I, x3)
    return O


# Never right.
def solve_unmirrored_repairlr(I):
    x1 = ofcolor(I, ZERO)
    x2 = toobject(x1, I)
    O = paint(I, x2)
    return O


# Always fails.
def solve_indices_repairlr(I):
    x1 = vmirror(I)
    x2 = ofcolor(I, ZERO)
    O = paint(x1, x2)
    return O

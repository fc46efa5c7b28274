# norepeat: Rows, and then columns, that were there before are left out.


def solve_norepeat(I):
    x1 = dedupe(I)
    x2 = dmirror(x1)
    x3 = dedupe(x2)
    O = dmirror(x3)
    return O


# Right on some samples only.
def solve_rows_norepeat(I):
    O = dedupe(I)
    return O


# Right on some samples only.
def solve_fromright_norepeat(I):
    x1 = dedupe(I)
    x2 = cmirror(x1)
    x3 = dedupe(x2)
    O = cmirror(x3)
    return O


# Always fails.
def solve_asset_norepeat(I):
    x1 = asobject(I)
    x2 = dedupe(x1)
    O = paint(I, x2)
    return O

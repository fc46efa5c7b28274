# fourturn: The object in all four mirrored positions, one in each quarter: as it is, left to right, upside down, both.


def solve_fourturn(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = subgrid(x2, I)
    x4 = (identity, vmirror)
    x5 = rapply(x4, x3)
    x6 = first(x5)
    x7 = last(x5)
    x8 = hconcat(x6, x7)
    x9 = hmirror(x8)
    O = vconcat(x8, x9)
    return O


# Right on some samples only.
def solve_plain_fourturn(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = subgrid(x2, I)
    x4 = hconcat(x3, x3)
    O = vconcat(x4, x4)
    return O


# Right on some samples only.
def solve_quarters_fourturn(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = subgrid(x2, I)
    x4 = hconcat(x3, rot90(x3))
    x5 = hconcat(rot270(x3), rot180(x3))
    O = vconcat(x4, x5)
    return O

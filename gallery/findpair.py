# findpair: Wherever a red cell is right beside a blue one, both turn cyan.


def solve_findpair(I):
    x1 = astuple(ONE, ORIGIN)
    x2 = astuple(TWO, RIGHT)
    x3 = initset(x1)
    x4 = insert(x2, x3)
    x5 = occurrences(I, x4)
    x6 = toindices(x4)
    x7 = lbind(shift, x6)
    x8 = mapply(x7, x5)
    O = fill(I, EIGHT, x8)
    return O


# Never right.
def solve_below_findpair(I):
    x1 = frozenset({(1, (0, 0)), (2, (1, 0))})
    x2 = occurrences(I, x1)
    x3 = mapply(lbind(shift, toindices(x1)), x2)
    O = fill(I, EIGHT, x3)
    return O


# Right on some samples only.
def solve_bothways_findpair(I):
    x1 = frozenset({(1, (0, 0)), (2, (0, 1))})
    x2 = vmirror(x1)
    x3 = mapply(lbind(shift, toindices(x1)), occurrences(I, x1))
    x4 = mapply(lbind(shift, toindices(x2)), occurrences(I, x2))
    O = fill(I, EIGHT, combine(x3, x4))
    return O


# Returns a value that is not a grid.
def solve_places_findpair(I):
    x1 = insert((2, (0, 1)), initset((1, (0, 0))))
    O = occurrences(I, x1)
    return O

// Solvers in dialect t: selectors, ranks, angles, cells as triples, values of S; some fail on some grids.

/** A program file. */
export const T_SOLVERS = `
def solve_turned(I):
    x1 = mir_rot_t(I, R2)
    x2 = mir_rot_t(x1, R4)
    return x2

def solve_largest(I):
    x1 = o_g(I, R5)
    x2 = get_arg_rank_f(x1, size, F0)
    x3 = subgrid(x2, I)
    return x3

def solve_smallest(I):
    x1 = o_g(I, R5)
    x2 = get_arg_rank_f(x1, size_f, L1)
    x3 = subgrid(x2, I)
    return x3

def solve_gone(S, I, C):
    x1 = rbind(get_nth_t, F0)
    x2 = c_iz_n(S, p_g, x1)
    x3 = c_zo_n(S, p_g, x1)
    x4 = replace(I, x2, x3)
    return x4

def solve_asdemos(S, I, C):
    x1 = a_mr(S)
    x2 = mir_rot_t(I, x1)
    return x2

def solve_painted(I):
    x1 = o_g(I, R7)
    x2 = lbind(recolor_o, RED)
    x3 = mapply(x2, x1)
    x4 = paint(I, x3)
    return x4

def solve_boxed(I):
    x1 = o_g(I, R1)
    x2 = mapply(box, x1)
    x3 = fill(I, TWO, x2)
    return x3

def solve_shifted(I):
    x1 = asobject(I)
    x2 = shift(x1, DOWN)
    x3 = get_color_rank_t(I, F0)
    x4 = shape_t(I)
    x5 = canvas(x3, x4)
    x6 = paint(x5, x2)
    return x6

def solve_corner(I):
    x1 = o_g(I, R5)
    x2 = get_nth_f(x1, F1)
    x3 = corner(x2, R3)
    x4 = initset(x3)
    x5 = fill(I, GREEN, x4)
    return x5

def solve_colors(I):
    x1 = p_g(I)
    x2 = size_t(x1)
    x3 = astuple(x2, ONE)
    x4 = canvas(F3, x3)
    return x4

def solve_counted(I):
    x1 = f_ofcolor(I, BLUE)
    x2 = size_f(x1)
    x3 = astuple(ONE, x2)
    x4 = canvas(ONE, x3)
    return x4

def solve_kept(I):
    x1 = o_g(I, R5)
    x2 = matcher(size, ONE)
    x3 = compose(flip, x2)
    x4 = sfilter_f(x1, x3)
    x5 = merge_f(x4)
    x6 = mostcolor_t(I)
    x7 = shape_t(I)
    x8 = canvas(x6, x7)
    x9 = paint(x8, x5)
    return x9

def solve_same(I):
    return I

def solve_unused(I):
    x1 = first(ZERO)
    x2 = rot90(I)
    x3 = rot90(x2)
    return x3

def solve_deep(I):
    x1 = mir_rot_t(hconcat(I, vconcat(I, I)), A2)
    return replace(x1, get_color_rank_t(x1, L1), NINE)
`

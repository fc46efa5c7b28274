// Program texts of our own: sound ones of every form, for tests to read as they are and to damage.

const GUARD = 'except (TypeError, AttributeError, ValueError, IndexError, KeyError):'

/** Solvers as people write them, one of every form of statement. */
export const SOLVERS = `"""Solvers of our own."""
from dsl import *
from constants import *


def solve_frame01(I):
    x1 = asindices(I)
    x2 = box(x1)
    O = fill(I, RED, x2)
    return O


def solve_tallest2(I):
    x1 = objects(I, T, F, T)  # every object of one colour
    x2 = argmax(x1, height)
    x3 = subgrid(x2, I)
    return x3


def solve_mirror03(S, I, C):
    x1 = compose(vmirror, hmirror)
    x2 = x1(I)
    x3 = apply(first, S)
    x4 = contained(I, x3)
    O = branch(x4, x2, I)
    return O


def solve_grow0004(I):
    marked = colorcount(I, FIVE)
    factor = branch(greater(marked, 3), TWO, 1)
    return upscale(element=I, factor=factor)
`

/** Verifiers with annotations. */
export const VERIFIERS = `def verify_frame01(I: Grid) -> Grid:
    x0 = canvas(ZERO, (3, 3))
    x1 = lbind(fill, I)
    x2 = rbind(shift, UP_RIGHT)
    x3 = x2(box(asindices(x0)))
    x4 = x1(NINE, x3)
    return x4
`

/** A batt as it is generated, one statement of which calls what cannot be called. */
export const BATT = `# generated
from pile import *

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    try:
        t1 = palette(I)
    ${GUARD}
        t1 = _get_safe_default(palette)
    try:
        t2 = palette(C)
    ${GUARD}
        t2 = _get_safe_default(palette)
    t3 = difference(t2, t1)
    t4 = size(t3)
    t5 = astuple(t4, t3)
    s.append((5, 'None', 'colours_gained', t5))
    # the solver
    try:
        t6 = rbind(replace, GREEN)
    ${GUARD}
        t6 = _get_safe_default(rbind)
    try:
        t7 = t6(I, BLACK)
    ${GUARD}
        t7 = _get_safe_default(t6)
    try:
        t8 = TWO(t7)
    ${GUARD}
        t8 = _get_safe_default(TWO)
    o.append((7, False, 'green001', t7))
    o.append((8, True, 'dead0001', t8))
    return o, s
`

/** A batt as a person writes it. */
export const HAND_WRITTEN_BATT = `def batt(task_id, S, I, C, log_path=None):
    s = []
    o = []
    ins, outs, in_colours, _ = batch_process_samples_gpu(S)
    spots = mapply(lambda g: ofcolor(g, 0), ins)
    flipped = hmirror(vmirror(I))
    shifted = shift(asobject(flipped), (1, -1))
    o.append((7, 'by_hand1', paint(canvas(0, shape(I)), shifted)))
    s.append((9, 'None', 'spots', (size(spots), in_colours)))
    return s, o
`

/** Constants and functions of the file, reassigned variables, a parameter of another name. */
export const HELPERS = `BACKGROUND = 0
STEPS = (UP, (0, 2))

def turned(x):
    '''Half a turn.'''
    x = rot90(x)
    return rot90(x)

def framed(grid, colour):
    cells = box(asindices(grid))
    return fill(grid, colour, cells)

def transform(grid):
    grid = turned(grid)
    a, b = framed(grid, colour=BACKGROUND), STEPS
    shifted = apply(lambda g: framed(turned(g), 3), repeat(a, 2))
    return hconcat(first(shifted), a)
`

/** A batt of dialect t, generated and by hand; it declares the dialect, so that it can follow the others in one file. */
export const BATT_T = `# dialect: t
from safe_dsl import _get_safe_default

def batt(task_id, S, I, C, log_path):
    s = []
    o = []
    try:
        t5 = product(I, I)
    ${GUARD}
        t5 = _get_safe_default(product)
    t6 = get_nth_by_key_t(order(t5, size_f), L1)
    wide = apply(lambda g: fill(g, color=0, patch=t6), apply(first, S))
    o.append((6, True, 'hand0001', fill(I, color=RED, patch=t6)))
    s.append(('None', 'objects', (size_t(wide), t6), 7))
    return s, o
`

/** All of them. */
export const SOUND_TEXTS: readonly string[] = [SOLVERS, VERIFIERS, BATT, HAND_WRITTEN_BATT, HELPERS, BATT_T]

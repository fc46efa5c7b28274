# recasin1: A colour becomes another one; the demo pairs show which, for they have no other such colours.


def solve_recasin1(S, I, C):
    x1 = apply(first, S)
    x2 = apply(last, S)
    x3 = mapply(palette, x1)
    x4 = mapply(palette, x2)
    x5 = difference(x3, x4)
    x6 = difference(x4, x3)
    x7 = first(x5)
    x8 = first(x6)
    O = replace(I, x7, x8)
    return O


# Right on some samples only.
def solve_frequent_recasin1(S, I, C):
    x1 = mapply(lambda sample: palette(first(sample)), S)
    x2 = mapply(lambda sample: palette(last(sample)), S)
    x3 = first(difference(x2, x1))
    return replace(I, mostcolor(I), x3)


# Right on some samples only.
def solve_fixed_recasin1(I):
    x1 = mostcolor(I)
    O = replace(I, x1, EIGHT)
    return O


# Always fails.
def solve_reversed_recasin1(S, I, C):
    x1 = apply(first, S)
    x2 = apply(last, S)
    x3 = mapply(palette, x1)
    x4 = mapply(palette, x2)
    x5 = first(difference(x3, x4))
    x6 = first(difference(x3, x3))
    O = replace(I, x5, x6)
    return O


# A batt; its first solver is right.
def batt_demos_recasin1(task_id, S, I, C, log_path):
    s = []
    o = []
    t1, t2, t3, t4 = batch_process_samples_gpu(S)
    try:
        t5 = difference(t3, t4)
    except (TypeError, AttributeError, ValueError, IndexError):
        t5 = _get_safe_default(difference)
    try:
        t6 = difference(t4, t3)
    except (TypeError, AttributeError, ValueError, IndexError):
        t6 = _get_safe_default(difference)
    try:
        t7 = first(t5)
    except (TypeError, AttributeError, ValueError, IndexError):
        t7 = _get_safe_default(first)
    try:
        t8 = first(t6)
    except (TypeError, AttributeError, ValueError, IndexError):
        t8 = _get_safe_default(first)
    try:
        t9 = replace(I, t7, t8)
    except (TypeError, AttributeError, ValueError, IndexError):
        t9 = _get_safe_default(replace)
    o.append((9, False, 'recasin1', t9))
    try:
        t10 = colorcount(C, t7)
    except (TypeError, AttributeError, ValueError, IndexError):
        t10 = _get_safe_default(colorcount)
    try:
        t11 = astuple(t10, t7)
    except (TypeError, AttributeError, ValueError, IndexError):
        t11 = _get_safe_default(astuple)
    s.append((11, 'None', 'still_there', t11))
    try:
        t12 = extract(t5, t7)
    except (TypeError, AttributeError, ValueError, IndexError):
        t12 = _get_safe_default(extract)
    try:
        t13 = replace(I, t12, t8)
    except (TypeError, AttributeError, ValueError, IndexError):
        t13 = _get_safe_default(replace)
    o.append((13, True, 'recasin1', t13))
    return o, s

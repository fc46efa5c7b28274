# keepbig1: Only the largest object stays; cells that meet at a corner belong together.


def solve_keepbig1(I):
    x1 = objects(I, T, T, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = merge(x3)
    O = cover(I, x4)
    return O


# Right on some samples only.
def solve_sides_keepbig1(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = remove(x2, x1)
    x4 = merge(x3)
    O = cover(I, x4)
    return O


# Never right.
def solve_smallest_keepbig1(I):
    x1 = objects(I, T, T, T)
    x2 = argmin(x1, size)
    x3 = remove(x2, x1)
    x4 = merge(x3)
    O = cover(I, x4)
    return O


# Always fails.
def solve_ten_keepbig1(I):
    x1 = objects(I, T, T, T)
    x2 = sizefilter(x1, TEN)
    x3 = argmax(x2, size)
    x4 = remove(x3, x1)
    x5 = merge(x4)
    O = cover(I, x5)
    return O


# A batt; its first solver is right.
def batt_sizes_keepbig1(task_id, S, I, C, log_path):
    s = []
    o = []
    try:
        t1 = objects(I, T, T, T)
    except (TypeError, AttributeError, ValueError, IndexError):
        t1 = _get_safe_default(objects)
    try:
        t2 = argmax(t1, size)
    except (TypeError, AttributeError, ValueError, IndexError):
        t2 = _get_safe_default(argmax)
    try:
        t3 = palette(C)
    except (TypeError, AttributeError, ValueError, IndexError):
        t3 = _get_safe_default(palette)
    try:
        t4 = remove(t2, t1)
    except (TypeError, AttributeError, ValueError, IndexError):
        t4 = _get_safe_default(remove)
    try:
        t5 = merge(t4)
    except (TypeError, AttributeError, ValueError, IndexError):
        t5 = _get_safe_default(merge)
    try:
        t6 = cover(I, t5)
    except (TypeError, AttributeError, ValueError, IndexError):
        t6 = _get_safe_default(cover)
    o.append((6, False, 'keepbig1', t6))
    try:
        t7 = palette(t6)
    except (TypeError, AttributeError, ValueError, IndexError):
        t7 = _get_safe_default(palette)
    try:
        t8 = difference(t7, t3)
    except (TypeError, AttributeError, ValueError, IndexError):
        t8 = _get_safe_default(difference)
    try:
        t9 = size(t8)
    except (TypeError, AttributeError, ValueError, IndexError):
        t9 = _get_safe_default(size)
    try:
        t10 = first(t8)
    except (TypeError, AttributeError, ValueError, IndexError):
        t10 = _get_safe_default(first)
    try:
        t11 = astuple(t9, t10)
    except (TypeError, AttributeError, ValueError, IndexError):
        t11 = _get_safe_default(astuple)
    s.append((11, 'keepbig1', 'colors_more', t11))
    try:
        t12 = argmin(t1, size)
    except (TypeError, AttributeError, ValueError, IndexError):
        t12 = _get_safe_default(argmin)
    try:
        t13 = remove(t12, t1)
    except (TypeError, AttributeError, ValueError, IndexError):
        t13 = _get_safe_default(remove)
    try:
        t14 = merge(t13)
    except (TypeError, AttributeError, ValueError, IndexError):
        t14 = _get_safe_default(merge)
    try:
        t15 = cover(I, t14)
    except (TypeError, AttributeError, ValueError, IndexError):
        t15 = _get_safe_default(cover)
    o.append((15, True, 'smallest_keepbig1', t15))
    return o, s

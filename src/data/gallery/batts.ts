// Batts of the gallery: several solvers of a family and differs, calls shared, every statement guarded.

/** The texts; the name of each ends with the id of the family it is for. */
export const batts: readonly string[] = [
  `
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
`,
  `
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
`,
  `
def batt_halves_agreeing(task_id, S, I, C, log_path):
    s = []
    o = []
    upper = tophalf(I)
    lower = bottomhalf(I)
    o.append((1, False, 'agreeing', cellwise(upper, lower, 0)))
    o.append((2, True, 'upper_agreeing', upper))
    o.append((3, True, 'whole_agreeing', cellwise(I, lower, 0)))
    s.append((4, 'agreeing', 'colors', astuple(size(difference(palette(I), palette(C))), 0)))
    return s, o
`,
]

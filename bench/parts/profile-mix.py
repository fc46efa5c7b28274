# The workload of bench/cpu.mjs: programs with the shapes and the mix of calls that public solvers have, written for this
# benchmark. Most are short and first-order; a few map small functions over sets, make functions from data, or unite many
# sets of cells, and those take most of the time.


def solve_turn(I):
    x1 = rot90(I)
    x2 = vmirror(x1)
    x3 = tophalf(x2)
    O = vconcat(x3, x2)
    return O


def solve_swap_colors(I):
    x1 = leastcolor(I)
    x2 = mostcolor(I)
    x3 = switch(I, x1, x2)
    x4 = replace(x3, x1, THREE)
    O = dmirror(x4)
    return O


def solve_largest(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


def solve_smallest_recolored(I):
    x1 = objects(I, T, T, T)
    x2 = argmin(x1, size)
    x3 = recolor(TWO, x2)
    O = paint(I, x3)
    return O


def solve_sizes(I):
    x1 = objects(I, T, F, F)
    x2 = colorfilter(x1, ZERO)
    x3 = sizefilter(x2, ONE)
    x4 = difference(x2, x3)
    x5 = merge(x3)
    x6 = merge(x4)
    x7 = fill(I, ONE, x5)
    O = fill(x7, FOUR, x6)
    return O


def solve_boxes(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(outbox, x1)
    x3 = fill(I, THREE, x2)
    x4 = apply(delta, x1)
    x5 = mfilter(x4, identity)
    O = fill(x3, SEVEN, x5)
    return O


def solve_lines_between(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = corners(x2)
    x4 = prapply(connect, x3, x3)
    x5 = mfilter(x4, fork(either, vline, hline))
    O = underfill(I, TWO, x5)
    return O


def solve_pairs(I):
    x1 = objects(I, T, F, T)
    x2 = mapply(corners, x1)
    x3 = argmax(x1, size)
    x4 = corners(x3)
    x5 = product(x2, x4)
    x6 = fork(connect, first, last)
    x7 = compose(first, first)
    x8 = compose(first, last)
    x9 = fork(equality, x7, x8)
    x10 = compose(last, first)
    x11 = compose(last, last)
    x12 = fork(equality, x10, x11)
    x13 = fork(either, x9, x12)
    x14 = sfilter(x5, x13)
    x15 = mapply(x6, x14)
    O = fill(I, THREE, x15)
    return O


def solve_even_columns(I):
    x1 = asindices(I)
    x2 = compose(even, last)
    x3 = sfilter(x1, x2)
    x4 = compose(even, first)
    x5 = sfilter(x1, x4)
    x6 = intersection(x3, x5)
    x7 = difference(x1, x6)
    O = fill(I, FIVE, x7)
    return O


def solve_diagonal(I):
    x1 = asindices(I)
    x2 = fork(equality, first, last)
    x3 = sfilter(x1, x2)
    x4 = fork(multiply, sign, identity)
    x5 = compose(double, x4)
    x6 = apply(x5, x3)
    x7 = combine(x3, x6)
    O = fill(I, ONE, x7)
    return O


def solve_shifted_copies(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = interval(ZERO, NINE, ONE)
    x4 = shape(x2)
    x5 = lbind(multiply, x4)
    x6 = apply(x5, x3)
    x7 = lbind(shift, x2)
    x8 = mapply(x7, x6)
    O = paint(I, x8)
    return O


def solve_neighbours_in(I):
    x1 = leastcolor(I)
    x2 = ofcolor(I, x1)
    x3 = mapply(neighbors, x2)
    x4 = toobject(x3, I)
    x5 = matcher(first, x1)
    x6 = sfilter(x4, x5)
    x7 = recolor(EIGHT, x6)
    O = paint(I, x7)
    return O


def solve_objects_that_touch(I):
    x1 = objects(I, T, F, T)
    x2 = leastcolor(I)
    x3 = ofcolor(I, x2)
    x4 = rbind(adjacent, x3)
    x5 = mfilter(x1, x4)
    x6 = compose(positive, size)
    x7 = rbind(intersection, x3)
    x8 = chain(x6, x7, toindices)
    x9 = mfilter(x1, x8)
    x10 = recolor(TWO, x5)
    x11 = paint(I, x10)
    x12 = recolor(THREE, x9)
    O = paint(x11, x12)
    return O


def solve_rays_from_centers(I):
    x1 = objects(I, T, F, T)
    x2 = apply(center, x1)
    x3 = rbind(shoot, UNITY)
    x4 = rbind(shoot, RIGHT)
    x5 = mapply(x3, x2)
    x6 = mapply(x4, x2)
    x7 = combine(x5, x6)
    O = underfill(I, FOUR, x7)
    return O


def solve_sides_of_objects(I):
    x1 = fgpartition(I)
    x2 = ofcolor(I, leastcolor(I))
    x3 = lbind(rbind, subtract)
    x4 = compose(x3, center)
    x5 = fork(multiply, first, last)
    x6 = chain(even, maximum, fork(multiply, sign, identity))
    x7 = fork(equality, x5, size)
    x8 = fork(either, x6, x7)
    x9 = lbind(compose, x8)
    x10 = compose(x9, x4)
    x11 = lbind(sfilter, x2)
    x12 = compose(x11, x10)
    x13 = fork(recolor, color, x12)
    x14 = mapply(x13, x1)
    x15 = paint(I, x14)
    x16 = merge(x1)
    O = paint(x15, x16)
    return O


def solve_cones_of_objects(I):
    x1 = fgpartition(I)
    x2 = ofcolor(I, leastcolor(I))
    x3 = lbind(rbind, astuple)
    x4 = compose(x3, numcolors)
    x5 = fork(greater, first, last)
    x6 = compose(x5, first)
    x7 = fork(both, x6, compose(positive, last))
    x8 = lbind(compose, x7)
    x9 = compose(x8, x4)
    x10 = lbind(sfilter, x2)
    x11 = compose(x10, x9)
    x12 = fork(recolor, color, x11)
    x13 = mapply(x12, x1)
    x14 = paint(I, x13)
    x15 = merge(x1)
    O = paint(x14, x15)
    return O


def solve_lines_of_colors(I):
    x1 = palette(I)
    x2 = remove(ZERO, x1)
    x3 = lbind(ofcolor, I)
    x4 = lbind(prapply, connect)
    x5 = fork(x4, x3, x3)
    x6 = compose(merge, x5)
    x7 = fork(recolor, identity, x6)
    x8 = rbind(greater, SIX)
    x9 = chain(x8, size, x3)
    x10 = compose(flip, x9)
    x11 = sfilter(x2, x10)
    x12 = mapply(x7, x11)
    O = paint(I, x12)
    return O


def solve_same_size(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    x3 = size(x2)
    x4 = matcher(size, x3)
    x5 = sfilter(x1, x4)
    x6 = difference(x1, x5)
    x7 = apply(toindices, x5)
    x8 = merge(x6)
    x9 = recolor(ONE, x8)
    x10 = paint(I, x9)
    x11 = merge(x7)
    O = fill(x10, TWO, x11)
    return O


def solve_gravity(I):
    x1 = objects(I, T, F, T)
    x2 = height(I)
    x3 = decrement(x2)
    x4 = lbind(subtract, x3)
    x5 = compose(x4, lowermost)
    x6 = compose(toivec, x5)
    x7 = fork(shift, identity, x6)
    x8 = mapply(x7, x1)
    x9 = merge(x1)
    x10 = cover(I, x9)
    O = paint(x10, x8)
    return O


def solve_find_pattern(I):
    x1 = objects(I, F, T, T)
    x2 = argmin(x1, size)
    x3 = normalize(x2)
    x4 = occurrences(I, x3)
    x5 = lbind(shift, x3)
    x6 = mapply(x5, x4)
    O = fill(I, SIX, x6)
    return O


def solve_symmetry(I):
    x1 = objects(I, F, F, T)
    x2 = fork(combine, hfrontier, vfrontier)
    x3 = compose(x2, center)
    x4 = mapply(x3, x1)
    x5 = underfill(I, ONE, x4)
    x6 = apply(rbind(subgrid, I), x1)
    x7 = fork(equality, identity, vmirror)
    x8 = fork(equality, identity, dmirror)
    x9 = fork(either, x7, x8)
    x10 = sfilter(x6, x9)
    x11 = size(x10)
    O = upscale(x5, x11)
    return O


def solve_grow(I):
    x1 = asobject(I)
    x2 = matcher(first, ZERO)
    x3 = compose(flip, x2)
    x4 = sfilter(x1, x3)
    x5 = rbind(shift, DOWN)
    x6 = compose(x5, initset)
    x7 = mapply(x6, x4)
    x8 = underpaint(I, x7)
    x9 = shape(x8)
    O = crop(x8, ORIGIN, x9)
    return O


def solve_columns(I):
    x1 = width(I)
    x2 = interval(ZERO, x1, ONE)
    x3 = height(I)
    x4 = interval(ZERO, x3, ONE)
    x5 = product(x4, x2)
    x6 = fork(greater, last, first)
    x7 = sfilter(x5, x6)
    x8 = compose(increment, last)
    x9 = fork(astuple, first, x8)
    x10 = apply(x9, x7)
    x11 = difference(x10, x7)
    O = fill(I, NINE, x11)
    return O


def solve_partition_sizes(I):
    x1 = partition(I)
    x2 = order(x1, size)
    x3 = last(x2)
    x4 = remove(x3, x2)
    x5 = apply(fork(multiply, size, numcolors), x4)
    x6 = maximum(x5)
    x7 = matcher(size, x6)
    x8 = mfilter(x1, x7)
    x9 = toindices(x3)
    x10 = difference(x9, x8)
    O = fill(I, TWO, x10)
    return O


def solve_holes(I):
    x1 = objects(I, T, T, F)
    x2 = fork(difference, backdrop, toindices)
    x3 = mapply(x2, x1)
    x4 = fill(I, FOUR, x3)
    x5 = apply(x2, x1)
    x6 = leastcolor(I)
    x7 = ofcolor(I, x6)
    x8 = lbind(difference, x7)
    x9 = apply(x8, x5)
    x10 = argmax(x9, size)
    x11 = fork(intersection, toindices, outbox)
    x12 = mapply(x11, x1)
    x13 = combine(x10, x12)
    O = underfill(x4, EIGHT, x13)
    return O


def solve_spread(I):
    x1 = objects(I, T, F, T)
    x2 = asindices(I)
    x3 = lbind(difference, x2)
    x4 = compose(x3, backdrop)
    x5 = mapply(x4, x1)
    x6 = merge(x1)
    x7 = toindices(x6)
    x8 = rbind(intersection, x7)
    x9 = compose(x8, dneighbors)
    x10 = mapply(x9, x7)
    x11 = difference(x5, x10)
    x12 = fill(I, TWO, x11)
    x13 = fork(shift, identity, ulcorner)
    x14 = mapply(x13, x1)
    O = paint(x12, x14)
    return O


def solve_shapes(I):
    x1 = objects(I, T, T, T)
    x2 = compose(toindices, normalize)
    x3 = apply(x2, x1)
    x4 = argmax(x3, size)
    x5 = matcher(x2, x4)
    x6 = sfilter(x1, x5)
    x7 = merge(x6)
    x8 = compose(size, x2)
    x9 = order(x1, x8)
    x10 = last(x9)
    x11 = combine(x7, x10)
    x12 = recolor(FIVE, x11)
    O = paint(I, x12)
    return O

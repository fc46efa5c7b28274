"""The DSL of the public dialect in plain Python, written for comparisons with CPython: what people run without an engine.

Functions are comprehensions over tuples and frozensets, as short as their meaning allows. Sets iterate in CPython's order, so
ties may come out differently from the engine's ascending order.
"""

from itertools import chain as link, product as cross

F, T = False, True
ZERO, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN = range(11)
NEG_ONE, NEG_TWO = -1, -2
DOWN, RIGHT, UP, LEFT = (1, 0), (0, 1), (-1, 0), (0, -1)
ORIGIN, UNITY, NEG_UNITY, UP_RIGHT, DOWN_LEFT = (0, 0), (1, 1), (-1, -1), (-1, 1), (1, -1)
ZERO_BY_TWO, TWO_BY_ZERO, TWO_BY_TWO, THREE_BY_THREE = (0, 2), (2, 0), (2, 2), (3, 3)


# Numbers and pairs


def pairwise(number, operation):
    return operation(number) if isinstance(number, int) else (operation(number[0]), operation(number[1]))


def numeric(a, b, operation):
    if isinstance(a, int):
        if isinstance(b, int):
            return operation(a, b)
        return (operation(a, b[0]), operation(a, b[1]))
    if isinstance(b, int):
        return (operation(a[0], b), operation(a[1], b))
    return (operation(a[0], b[0]), operation(a[1], b[1]))


def identity(x):
    return x


def add(a, b):
    return numeric(a, b, lambda x, y: x + y)


def subtract(a, b):
    return numeric(a, b, lambda x, y: x - y)


def multiply(a, b):
    return numeric(a, b, lambda x, y: x * y)


def divide(a, b):
    return numeric(a, b, lambda x, y: x // y)


def invert(n):
    return pairwise(n, lambda x: -x)


def double(n):
    return pairwise(n, lambda x: x * 2)


def halve(n):
    return pairwise(n, lambda x: x // 2)


def increment(x):
    return pairwise(x, lambda y: y + 1)


def decrement(x):
    return pairwise(x, lambda y: y - 1)


def crement(x):
    return pairwise(x, lambda y: y + (y > 0) - (y < 0))


def sign(x):
    return pairwise(x, lambda y: (y > 0) - (y < 0))


def even(n):
    return n % 2 == 0


def positive(x):
    return x > 0


def greater(a, b):
    return a > b


def toivec(i):
    return (i, 0)


def tojvec(j):
    return (0, j)


def astuple(a, b):
    return (a, b)


def interval(start, stop, step):
    return tuple(range(start, stop, step))


# Logic


def equality(a, b):
    return a == b


def contained(value, container):
    return value in container


def both(a, b):
    return a and b


def either(a, b):
    return a or b


def flip(b):
    return not b


def branch(condition, a, b):
    return a if condition else b


# Containers


def repeat(item, num):
    return (item,) * num


def pair(a, b):
    return tuple(zip(a, b))


def product(a, b):
    return frozenset(cross(a, b))


def initset(value):
    return frozenset({value})


def insert(value, container):
    return container.union({value})


def totuple(container):
    return tuple(container)


def size(container):
    return len(container)


def combine(a, b):
    return type(a)((*a, *b))


def intersection(a, b):
    return a & b


def difference(a, b):
    return type(a)(e for e in a if e not in b)


def dedupe(tup):
    return tuple(e for k, e in enumerate(tup) if tup.index(e) == k)


def order(container, compfunc):
    return tuple(sorted(container, key=compfunc))


def merge(containers):
    return type(containers)(link.from_iterable(containers))


def remove(value, container):
    return type(container)(e for e in container if e != value)


def other(container, value):
    return first(remove(value, container))


def first(container):
    return next(iter(container))


def last(container):
    return max(enumerate(container), key=lambda e: e[0])[1]


def extract(container, condition):
    return next(e for e in container if condition(e))


def sfilter(container, condition):
    return type(container)(e for e in container if condition(e))


def mfilter(container, function):
    return merge(sfilter(container, function))


def sizefilter(container, n):
    return frozenset(e for e in container if len(e) == n)


def colorfilter(objs, value):
    return frozenset(obj for obj in objs if first(obj)[0] == value)


def maximum(container):
    return max(container, default=0)


def minimum(container):
    return min(container, default=0)


def valmax(container, compfunc):
    return compfunc(max(container, key=compfunc, default=0))


def valmin(container, compfunc):
    return compfunc(min(container, key=compfunc, default=0))


def argmax(container, compfunc):
    return max(container, key=compfunc)


def argmin(container, compfunc):
    return min(container, key=compfunc)


def mostcommon(container):
    return max(set(container), key=container.count)


def leastcommon(container):
    return min(set(container), key=container.count)


# Functions


def compose(outer, inner):
    return lambda x: outer(inner(x))


def chain(h, g, f):
    return lambda x: h(g(f(x)))


def matcher(function, target):
    return lambda x: function(x) == target


def fork(outer, a, b):
    return lambda x: outer(a(x), b(x))


def rbind(function, fixed):
    count = function.__code__.co_argcount
    if count == 2:
        return lambda x: function(x, fixed)
    if count == 3:
        return lambda x, y: function(x, y, fixed)
    return lambda x, y, z: function(x, y, z, fixed)


def lbind(function, fixed):
    count = function.__code__.co_argcount
    if count == 2:
        return lambda y: function(fixed, y)
    if count == 3:
        return lambda y, z: function(fixed, y, z)
    return lambda y, z, a: function(fixed, y, z, a)


def power(function, n):
    return function if n == 1 else compose(function, power(function, n - 1))


def apply(function, container):
    return type(container)(function(e) for e in container)


def rapply(functions, value):
    return type(functions)(function(value) for function in functions)


def mapply(function, container):
    return merge(apply(function, container))


def papply(function, a, b):
    return tuple(function(i, j) for i, j in zip(a, b))


def mpapply(function, a, b):
    return merge(papply(function, a, b))


def prapply(function, a, b):
    return frozenset(function(i, j) for j in b for i in a)


# Shapes and places


def height(piece):
    if len(piece) == 0:
        return 0
    if isinstance(piece, tuple):
        return len(piece)
    return lowermost(piece) - uppermost(piece) + 1


def width(piece):
    if len(piece) == 0:
        return 0
    if isinstance(piece, tuple):
        return len(piece[0])
    return rightmost(piece) - leftmost(piece) + 1


def shape(piece):
    return (height(piece), width(piece))


def portrait(piece):
    return height(piece) > width(piece)


def square(piece):
    if isinstance(piece, tuple):
        return len(piece) == len(piece[0])
    return height(piece) * width(piece) == len(piece) and height(piece) == width(piece)


def vline(patch):
    return height(patch) == len(patch) and width(patch) == 1


def hline(patch):
    return width(patch) == len(patch) and height(patch) == 1


def uppermost(patch):
    return min(i for i, j in toindices(patch))


def lowermost(patch):
    return max(i for i, j in toindices(patch))


def leftmost(patch):
    return min(j for i, j in toindices(patch))


def rightmost(patch):
    return max(j for i, j in toindices(patch))


def ulcorner(patch):
    return tuple(map(min, zip(*toindices(patch))))


def urcorner(patch):
    return tuple(f(line) for f, line in zip((min, max), zip(*toindices(patch))))


def llcorner(patch):
    return tuple(f(line) for f, line in zip((max, min), zip(*toindices(patch))))


def lrcorner(patch):
    return tuple(map(max, zip(*toindices(patch))))


def corners(patch):
    return frozenset({ulcorner(patch), urcorner(patch), llcorner(patch), lrcorner(patch)})


def center(patch):
    return (uppermost(patch) + height(patch) // 2, leftmost(patch) + width(patch) // 2)


def centerofmass(patch):
    return tuple(sum(line) // len(patch) for line in zip(*toindices(patch)))


def position(a, b):
    (ia, ja), (ib, jb) = center(toindices(a)), center(toindices(b))
    if ia == ib:
        return (0, 1 if ja < jb else -1)
    if ja == jb:
        return (1 if ia < ib else -1, 0)
    return (1 if ia < ib else -1, 1 if ja < jb else -1)


def hmatching(a, b):
    return len({i for i, j in toindices(a)} & {i for i, j in toindices(b)}) > 0


def vmatching(a, b):
    return len({j for i, j in toindices(a)} & {j for i, j in toindices(b)}) > 0


def manhattan(a, b):
    return min(abs(ai - bi) + abs(aj - bj) for ai, aj in toindices(a) for bi, bj in toindices(b))


def adjacent(a, b):
    return manhattan(a, b) == 1


def bordering(patch, grid):
    return (
        uppermost(patch) == 0
        or leftmost(patch) == 0
        or lowermost(patch) == len(grid) - 1
        or rightmost(patch) == len(grid[0]) - 1
    )


def toindices(patch):
    if len(patch) == 0:
        return frozenset()
    if isinstance(next(iter(patch))[1], tuple):
        return frozenset(index for value, index in patch)
    return patch


def dneighbors(loc):
    i, j = loc
    return frozenset({(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)})


def ineighbors(loc):
    i, j = loc
    return frozenset({(i - 1, j - 1), (i - 1, j + 1), (i + 1, j - 1), (i + 1, j + 1)})


def neighbors(loc):
    return dneighbors(loc) | ineighbors(loc)


def backdrop(patch):
    if len(patch) == 0:
        return frozenset()
    indices = toindices(patch)
    (top, left), (bottom, right) = ulcorner(indices), lrcorner(indices)
    return frozenset((i, j) for i in range(top, bottom + 1) for j in range(left, right + 1))


def delta(patch):
    if len(patch) == 0:
        return frozenset()
    return backdrop(patch) - toindices(patch)


def ring(top, left, bottom, right):
    across = {(i, j) for i in (top, bottom) for j in range(left, right + 1)}
    return frozenset(across | {(i, j) for i in range(top, bottom + 1) for j in (left, right)})


def box(patch):
    return ring(*ulcorner(patch), *lrcorner(patch)) if len(patch) > 0 else patch


def inbox(patch):
    top, left, bottom, right = uppermost(patch) + 1, leftmost(patch) + 1, lowermost(patch) - 1, rightmost(patch) - 1
    return ring(min(top, bottom), min(left, right), max(top, bottom), max(left, right))


def outbox(patch):
    return ring(uppermost(patch) - 1, leftmost(patch) - 1, lowermost(patch) + 1, rightmost(patch) + 1)


def connect(a, b):
    (ai, aj), (bi, bj) = a, b
    top, left, bottom, right = min(ai, bi), min(aj, bj), max(ai, bi) + 1, max(aj, bj) + 1
    if ai == bi:
        return frozenset((ai, j) for j in range(left, right))
    if aj == bj:
        return frozenset((i, aj) for i in range(top, bottom))
    if bi - ai == bj - aj:
        return frozenset(zip(range(top, bottom), range(left, right)))
    if bi - ai == aj - bj:
        return frozenset(zip(range(top, bottom), range(right - 1, left - 1, -1)))
    return frozenset()


def shoot(start, direction):
    return connect(start, (start[0] + 42 * direction[0], start[1] + 42 * direction[1]))


def vfrontier(location):
    return frozenset((i, location[1]) for i in range(30))


def hfrontier(location):
    return frozenset((location[0], j) for j in range(30))


def shift(patch, directions):
    if len(patch) == 0:
        return patch
    di, dj = directions
    if isinstance(next(iter(patch))[1], tuple):
        return frozenset((value, (i + di, j + dj)) for value, (i, j) in patch)
    return frozenset((i + di, j + dj) for i, j in patch)


def normalize(patch):
    if len(patch) == 0:
        return patch
    return shift(patch, (-uppermost(patch), -leftmost(patch)))


def gravitate(source, destination):
    (si, sj), (di, dj) = center(source), center(destination)
    if vmatching(source, destination):
        step = (1 if si < di else -1, 0)
    else:
        step = (0, 1 if sj < dj else -1)
    gi, gj = step
    count = 0
    while not adjacent(source, destination) and count < 42:
        count += 1
        gi, gj = gi + step[0], gj + step[1]
        source = shift(source, step)
    return (gi - step[0], gj - step[1])


# Colours


def cells_of(element):
    return [v for row in element for v in row] if isinstance(element, tuple) else [v for v, _ in element]


def mostcolor(element):
    values = cells_of(element)
    return max(set(values), key=values.count)


def leastcolor(element):
    values = cells_of(element)
    return min(set(values), key=values.count)


def colorcount(element, value):
    if isinstance(element, tuple):
        return sum(row.count(value) for row in element)
    return sum(v == value for v, _ in element)


def palette(element):
    return frozenset(cells_of(element))


def numcolors(element):
    return len(palette(element))


def color(obj):
    return next(iter(obj))[0]


def ofcolor(grid, value):
    return frozenset((i, j) for i, row in enumerate(grid) for j, v in enumerate(row) if v == value)


def asindices(grid):
    return frozenset((i, j) for i in range(len(grid)) for j in range(len(grid[0])))


def asobject(grid):
    return frozenset((v, (i, j)) for i, row in enumerate(grid) for j, v in enumerate(row))


def toobject(patch, grid):
    rows, columns = len(grid), len(grid[0])
    return frozenset(
        (grid[i][j], (i, j)) for i, j in toindices(patch) if 0 <= i < rows and 0 <= j < columns
    )


def recolor(value, patch):
    return frozenset((value, index) for index in toindices(patch))


def index(grid, loc):
    i, j = loc
    return grid[i][j] if 0 <= i < len(grid) and 0 <= j < len(grid[0]) else None


# Objects of grids


def objects(grid, univalued, diagonal, without_bg):
    background = mostcolor(grid) if without_bg else None
    rows, columns = len(grid), len(grid[0])
    around = neighbors if diagonal else dneighbors
    found = set()
    seen = set()
    for start in asindices(grid):
        if start in seen:
            continue
        value = grid[start[0]][start[1]]
        if value == background:
            continue
        obj = set()
        waiting = {start}
        while waiting:
            reached = set()
            for i, j in waiting:
                v = grid[i][j]
                if (value == v) if univalued else (v != background):
                    obj.add((v, (i, j)))
                    seen.add((i, j))
                    reached |= {(a, b) for a, b in around((i, j)) if 0 <= a < rows and 0 <= b < columns}
            waiting = reached - seen
        found.add(frozenset(obj))
    return frozenset(found)


def partition(grid):
    return frozenset(
        frozenset((v, (i, j)) for i, row in enumerate(grid) for j, v in enumerate(row) if v == value)
        for value in palette(grid)
    )


def fgpartition(grid):
    return frozenset(
        frozenset((v, (i, j)) for i, row in enumerate(grid) for j, v in enumerate(row) if v == value)
        for value in palette(grid) - {mostcolor(grid)}
    )


def frontiers(grid):
    turned = dmirror(grid)
    rows = [i for i, row in enumerate(grid) if len(set(row)) == 1]
    columns = [j for j, column in enumerate(turned) if len(set(column)) == 1]
    across = {frozenset((grid[i][j], (i, j)) for j in range(len(grid[0]))) for i in rows}
    return frozenset(across | {frozenset((grid[i][j], (i, j)) for i in range(len(grid))) for j in columns})


def compress(grid):
    rows = [i for i, row in enumerate(grid) if len(set(row)) == 1]
    columns = [j for j, column in enumerate(dmirror(grid)) if len(set(column)) == 1]
    return tuple(
        tuple(v for j, v in enumerate(row) if j not in columns) for i, row in enumerate(grid) if i not in rows
    )


def occurrences(grid, obj):
    normal = normalize(obj)
    rows, columns = len(grid), len(grid[0])
    tall, wide = shape(obj)
    found = set()
    for i in range(rows - tall + 1):
        for j in range(columns - wide + 1):
            if all(
                0 <= a < rows and 0 <= b < columns and grid[a][b] == v for v, (a, b) in shift(normal, (i, j))
            ):
                found.add((i, j))
    return frozenset(found)


# Grids


def canvas(value, dimensions):
    return tuple(tuple(value for _ in range(dimensions[1])) for _ in range(dimensions[0]))


def crop(grid, start, dims):
    return tuple(row[start[1] : start[1] + dims[1]] for row in grid[start[0] : start[0] + dims[0]])


def subgrid(patch, grid):
    return crop(grid, ulcorner(patch), shape(patch))


def fill(grid, value, patch):
    rows, columns = len(grid), len(grid[0])
    changed = [list(row) for row in grid]
    for i, j in toindices(patch):
        if 0 <= i < rows and 0 <= j < columns:
            changed[i][j] = value
    return tuple(map(tuple, changed))


def paint(grid, obj):
    rows, columns = len(grid), len(grid[0])
    changed = [list(row) for row in grid]
    for value, (i, j) in obj:
        if 0 <= i < rows and 0 <= j < columns:
            changed[i][j] = value
    return tuple(map(tuple, changed))


def underfill(grid, value, patch):
    rows, columns = len(grid), len(grid[0])
    background = mostcolor(grid)
    changed = [list(row) for row in grid]
    for i, j in toindices(patch):
        if 0 <= i < rows and 0 <= j < columns and changed[i][j] == background:
            changed[i][j] = value
    return tuple(map(tuple, changed))


def underpaint(grid, obj):
    rows, columns = len(grid), len(grid[0])
    background = mostcolor(grid)
    changed = [list(row) for row in grid]
    for value, (i, j) in obj:
        if 0 <= i < rows and 0 <= j < columns and changed[i][j] == background:
            changed[i][j] = value
    return tuple(map(tuple, changed))


def cover(grid, patch):
    return fill(grid, mostcolor(grid), toindices(patch))


def move(grid, obj, offset):
    return paint(cover(grid, obj), shift(obj, offset))


def replace(grid, replacee, replacer):
    return tuple(tuple(replacer if v == replacee else v for v in row) for row in grid)


def switch(grid, a, b):
    return tuple(tuple(b if v == a else a if v == b else v for v in row) for row in grid)


def cellwise(a, b, fallback):
    rows, columns = len(a), len(a[0])
    return tuple(
        tuple(a[i][j] if a[i][j] == b[i][j] else fallback for j in range(columns)) for i in range(rows)
    )


def hconcat(a, b):
    return tuple(i + j for i, j in zip(a, b))


def vconcat(a, b):
    return a + b


def hsplit(grid, n):
    rows, columns = len(grid), len(grid[0]) // n
    gap = len(grid[0]) % n != 0
    return tuple(crop(grid, (0, columns * k + k * gap), (rows, columns)) for k in range(n))


def vsplit(grid, n):
    rows, columns = len(grid) // n, len(grid[0])
    gap = len(grid) % n != 0
    return tuple(crop(grid, (rows * k + k * gap, 0), (rows, columns)) for k in range(n))


def tophalf(grid):
    return grid[: len(grid) // 2]


def bottomhalf(grid):
    return grid[len(grid) // 2 + len(grid) % 2 :]


def lefthalf(grid):
    return rot270(tophalf(rot90(grid)))


def righthalf(grid):
    return rot270(bottomhalf(rot90(grid)))


def trim(grid):
    return tuple(row[1:-1] for row in grid[1:-1])


def rot90(grid):
    return tuple(zip(*grid[::-1]))


def rot180(grid):
    return tuple(row[::-1] for row in grid[::-1])


def rot270(grid):
    return tuple(row[::-1] for row in zip(*grid[::-1]))[::-1]


def hmirror(piece):
    if isinstance(piece, tuple):
        return piece[::-1]
    both_ends = ulcorner(piece)[0] + lrcorner(piece)[0]
    if isinstance(next(iter(piece))[1], tuple):
        return frozenset((v, (both_ends - i, j)) for v, (i, j) in piece)
    return frozenset((both_ends - i, j) for i, j in piece)


def vmirror(piece):
    if isinstance(piece, tuple):
        return tuple(row[::-1] for row in piece)
    both_ends = ulcorner(piece)[1] + lrcorner(piece)[1]
    if isinstance(next(iter(piece))[1], tuple):
        return frozenset((v, (i, both_ends - j)) for v, (i, j) in piece)
    return frozenset((i, both_ends - j) for i, j in piece)


def dmirror(piece):
    if isinstance(piece, tuple):
        return tuple(zip(*piece))
    a, b = ulcorner(piece)
    if isinstance(next(iter(piece))[1], tuple):
        return frozenset((v, (j - b + a, i - a + b)) for v, (i, j) in piece)
    return frozenset((j - b + a, i - a + b) for i, j in piece)


def cmirror(piece):
    if isinstance(piece, tuple):
        return tuple(zip(*(row[::-1] for row in piece[::-1])))
    return vmirror(dmirror(vmirror(piece)))


def hupscale(grid, factor):
    return tuple(tuple(v for v in row for _ in range(factor)) for row in grid)


def vupscale(grid, factor):
    return tuple(row for row in grid for _ in range(factor))


def upscale(element, factor):
    if isinstance(element, tuple):
        return vupscale(hupscale(element, factor), factor)
    if len(element) == 0:
        return frozenset()
    top, left = ulcorner(element)
    return frozenset(
        (v, (top + (i - top) * factor + a, left + (j - left) * factor + b))
        for v, (i, j) in element
        for a in range(factor)
        for b in range(factor)
    )


def downscale(grid, factor):
    return tuple(tuple(v for j, v in enumerate(row) if j % factor == 0) for i, row in enumerate(grid) if i % factor == 0)


def hperiod(obj):
    return period(obj, width(obj), RIGHT)


def vperiod(obj):
    return period(obj, height(obj), DOWN)


def period(obj, extent, axis):
    normal = normalize(obj)
    for p in range(1, extent):
        moved = shift(normal, (-p * axis[0], -p * axis[1]))
        if frozenset((v, (i, j)) for v, (i, j) in moved if i >= 0 and j >= 0) <= normal:
            return p
    return extent

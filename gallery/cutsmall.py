# cutsmall: The smallest object is cut out.


def solve_cutsmall(I):
    x1 = objects(grid=I, univalued=True, diagonal=False, without_bg=True)
    x2 = argmin(container=x1, compfunc=size)
    O = subgrid(patch=x2, grid=I)
    return O


# Right on some samples only.
def solve_thinnest_cutsmall(I):
    x1 = objects(I, T, F, T)
    x2 = argmin(x1, width)
    O = subgrid(x2, I)
    return O


# Never right.
def solve_biggest_cutsmall(I):
    x1 = objects(I, T, F, T)
    x2 = argmax(x1, size)
    O = subgrid(x2, I)
    return O


# Returns a value that is not a grid.
def solve_object_cutsmall(I):
    x1 = objects(I, T, F, T)
    x2 = order(x1, size)
    O = first(x2)
    return O

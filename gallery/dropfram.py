# dropfram: What lies inside the largest frame, and nothing else.


def solve_dropfram(I):
    x1 = objects(I, T, F, F)
    x2 = fork(equality, toindices, box)
    x3 = rbind(greater, THREE)
    x4 = compose(x3, height)
    x5 = fork(both, x4, x2)
    x6 = sfilter(x1, x5)
    x7 = argmax(x6, size)
    x8 = subgrid(x7, I)
    O = trim(x8)
    return O


# Never right.
def solve_framed_dropfram(I):
    x1 = objects(I, T, F, F)
    x2 = fork(equality, toindices, box)
    x3 = sfilter(x1, x2)
    x4 = argmax(x3, size)
    O = subgrid(x4, I)
    return O


# Right on some samples only.
def solve_first_dropfram(I):
    x1 = objects(I, T, F, F)
    x2 = fork(equality, toindices, box)
    x3 = extract(x1, fork(both, x2, compose(rbind(greater, THREE), width)))
    O = trim(subgrid(x3, I))
    return O

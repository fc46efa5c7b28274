"""Times programs in CPython: reads {folder, module, passes, jobs: {program: [[input, output], ...]}} from standard input, writes the
least CPU time of a run by program, in microseconds, and how many outputs are the expected ones."""

import importlib
import json
import sys
from time import process_time_ns


def grid(rows):
    return tuple(map(tuple, rows))


def time_program(function, pairs, passes):
    right = 0
    for given, wanted in pairs:
        try:
            right += function(given) == wanted
        except Exception:
            pass
    least = None
    for _ in range(passes):
        started = process_time_ns()
        for given, _wanted in pairs:
            try:
                function(given)
            except Exception:
                pass
        spent = process_time_ns() - started
        least = spent if least is None else min(least, spent)
    return {"microseconds": least / len(pairs) / 1000, "right": right}


request = json.load(sys.stdin)
sys.path[:0] = [request["folder"], sys.path[0]]
module = importlib.import_module(request["module"])
answer = {}
for name, pairs in request["jobs"].items():
    own = [(grid(given), grid(wanted)) for given, wanted in pairs]
    answer[name] = time_program(getattr(module, name), own, request["passes"])
json.dump(answer, sys.stdout)

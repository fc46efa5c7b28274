"""Evolves programs for the built-in tasks: keeps the best program for each task, and mutates their lines."""

import random
import sys

from megabatt import Engine

STEPS = "hmirror vmirror dmirror cmirror rot90 rot180 rot270 trim tophalf bottomhalf lefthalf righthalf compress".split()
GENERATIONS, POPULATION = int(sys.argv[1]) if len(sys.argv) > 1 else 20, 500


def spell(steps):
    lines = [f"    x{k + 1} = {step}({f'x{k}' if k else 'I'})" for k, step in enumerate(steps)]
    return "\n".join(["def solve_evolved(I):", *lines, f"    return x{len(steps)}", ""])


def mutate(steps):
    k = random.randrange(len(steps) + 1)
    steps = steps[:k] + random.choices(STEPS, k=random.randint(0, 2)) + steps[k + random.randint(0, 1) :]
    return steps[:8] or random.choices(STEPS)


random.seed(1)
with Engine() as engine:
    tasks = engine.gallery(samples=5)
    population = [random.choices(STEPS, k=2) for _ in range(POPULATION)]
    for generation in range(GENERATIONS):
        result = engine.run([spell(steps) for steps in population], tasks, pair="all", samples="demos")
        best = [(population[k], right) for k, right in result.best_by_task().values() if right > 0]
        solved = {pair.task for pair in result.solved()}
        print(f"generation {generation + 1}: {sum(right for _, right in best)} demos right, solved: {sorted(solved)}")
        parents = [steps for steps, _ in best]
        population = parents + [mutate(random.choice(parents)) for _ in range(POPULATION - len(parents))]
    print(f"reuse between generations: {engine.stats()['reuse']}")

"""The Python client beside the engine alone, on the same work, in turns; medians count.

    python3 bench/python-client.py [--work example|mutants] [--generations N] [--offspring 400] [--passes 5] [--out FILE.json]

example: the loop of python/examples/evolve.py as it is, from its first run to the end of its last one, beside the engine on
the same texts, which the loop makes and the engine is given. mutants: generations of mutants of gallery solvers. Both sides
read each text once, reuse results, and use all cores; times are from texts to results. Ends with exit code 1 where the two
have other counts of right, wrong or failed outputs.
"""

import argparse
import contextlib
import io
import json
import os
import runpy
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "python" / "src"))
from megabatt import Engine  # noqa: E402

COUNTS = ("evaluations", "right", "wrong", "errors", "limits")


def time_example(generations):
    """Runs the example; also returns the texts of its generations."""
    texts, times, sums, cpu = [], [], dict.fromkeys(COUNTS, 0), []
    run = Engine.run

    def watched(engine, programs, tasks, **options):
        if not times:
            # Threads are started, as on the other side.
            run(engine, programs[0], tasks[:1], **{**options, "samples": "all"})
            cpu.append(cpu_seconds(engine))
            times.append(time.perf_counter())
        result = run(engine, programs, tasks, **options)
        times.append(time.perf_counter())
        cpu.append(cpu_seconds(engine))
        texts.append(programs)
        for count in COUNTS:
            sums[count] += result.summary[count]
        return result

    Engine.run = watched
    try:
        sys.argv = ["evolve.py", str(generations)]
        with contextlib.redirect_stdout(io.StringIO()):
            runpy.run_path(str(HERE.parent / "python" / "examples" / "evolve.py"))
    finally:
        Engine.run = run
    return (times[-1] - times[0], cpu[-1] - cpu[0], sums), texts


def time_client(work):
    with Engine() as engine:
        tasks = engine.gallery(samples=work["samples"])
        # Threads are started, as on the other side.
        engine.run(work["generations"][0][0], tasks[:1], pair="all")
        sums = dict.fromkeys(COUNTS, 0)
        cpu_before = cpu_seconds(engine)
        started = time.perf_counter()
        for texts in work["generations"]:
            result = engine.run(texts, tasks, pair="all")
            assert len(result.scores) == len(texts)
            for count in COUNTS:
                sums[count] += result.summary[count]
        return time.perf_counter() - started, cpu_seconds(engine) - cpu_before, sums


def cpu_seconds(engine):
    """Processor time of this process and of the server (Linux)."""
    fields = Path(f"/proc/{engine.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return time.process_time() + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def node(*words):
    command = ["node", str(HERE / "python-client.mjs"), *map(str, words)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--work", choices=("example", "mutants"), default="example")
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--offspring", type=int, default=400)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--out")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "work.json")
        is_example = options.work == "example"
        node("make", file, 1 if is_example else options.generations, options.offspring)
        work = json.loads(file.read_text())
        if is_example:
            _, work["generations"] = time_example(options.generations)
            work["demosOnly"] = True
            file.write_text(json.dumps(work))
        own, client, counts, cpu = [], [], [], []
        for _ in range(options.passes):
            engine_alone = json.loads(node("run", file))
            seconds, cpu_client, sums = time_example(options.generations)[0] if is_example else time_client(work)
            cpu.append((engine_alone["cpuSeconds"], cpu_client))
            own.append(engine_alone["seconds"])
            client.append(seconds)
            counts += [engine_alone["sums"], sums]
    share = statistics.median(own) / statistics.median(client)
    rate = counts[0]["evaluations"] / statistics.median(client)
    spread = lambda times: f"{statistics.median(times):.2f} s ({min(times):.2f} to {max(times):.2f})"  # noqa: E731
    print(f"engine alone {spread(own)}, client {spread(client)}: {share:.0%} of the engine's speed, {rate:,.0f} evaluations/s")
    cpu_own, cpu_client = (statistics.median(times) for times in zip(*cpu))
    print(f"processor time: engine alone {cpu_own:.2f} s, client and server {cpu_client:.2f} s: {cpu_own / cpu_client:.0%}")
    is_correct = all(one == counts[0] for one in counts)
    print(f"counts {'equal' if is_correct else 'DIFFER'}: {counts[0]}")
    if options.out:
        report = {"machine": work["machine"], "engine": own, "client": client, "cpu": cpu, "share": share, "counts": counts[0]}
        Path(options.out).write_text(json.dumps(report, indent=2) + "\n")
    sys.exit(0 if is_correct else 1)


main()

"""The client against a real engine: inputs of all kinds, results, interrupts, the death of the server."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path
from typing import Any, Tuple
from unittest import mock

from megabatt import Engine, EngineDied, MegabattError, ProgramError, RequestError
from megabatt.results import Sample

FLIP = "def solve_flip0001(I):\n    O = vmirror(I)\n    return O\n"
SAME = "def solve_same_flip0001(I):\n    return I\n"
FAILS = "def solve_fails(I):\n    x1 = first(I)\n    x2 = subgrid(x1, I)\n    return x2\n"
HALF = "def solve_half(I):\n    return lefthalf(I)\n"
SIZE = "def solve_size(I):\n    return size(I)\n"
BAD = "def solve_bad(I):\n    x1 = objets(I)\n    return x1\n"
TASK = {
    "train": [{"input": [[1, 0]], "output": [[0, 1]]}, {"input": [[2, 3]], "output": [[3, 2]]}],
    "test": [{"input": [[4, 5, 6]], "output": [[6, 5, 4]]}, {"input": [[7, 8]]}],
}
BATT = """def batt_flip0001(task_id, S, I, C, log_path):
    s = []
    o = []
    t1 = vmirror(I)
    t2 = hmirror(C)
    t3 = size(t2)
    o.append((1, False, 'flips', t1))
    o.append((2, False, 'mirrors', t2))
    s.append((3, 'None', 'sizes', t3))
    return o, s
"""
LONG_TASK = {"train": [{"input": [[1]], "output": [[1]]}], "test": [{"input": [[k % 10]]} for k in range(5000)]}
LONG = [
    f"def solve_long{k}(I):\n    x1 = height(I)\n    x2 = add(x1, {400 + k})\n    x3 = interval(x1, x2, 1)\n"
    "    x4 = product(x3, x3)\n    O = size(x4)\n    return O\n"
    for k in range(20)
]


def solve_from_function(I):  # type: ignore[no-untyped-def] # noqa: E741
    x1 = vmirror(I)  # type: ignore[name-defined] # noqa: F821
    return x1


class Array:
    """Behaves like an array of numpy as far as grids need it."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    def tolist(self) -> Any:
        return self.rows


class EngineTests(unittest.TestCase):
    engine: Engine

    @classmethod
    def setUpClass(cls) -> None:
        cls.engine = Engine(workers=2, progress=False)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.engine.close()

    def test_verdicts_of_samples(self) -> None:
        result = self.engine.run([FLIP, SAME, FAILS, HALF, SIZE], {"flip0001": TASK}, pair="all")
        flip, same, fails, half, size = result
        self.assertEqual([pair.verdict for pair in result], ["passes-demos", "wrong", "error", "wrong", "wrong"])
        self.assertEqual([sample.verdict for sample in flip.samples], ["right", "right", "right", "unknown"])
        self.assertEqual(same.samples[2], Sample("test", 1, "wrong", cells=3, differing=2, mismatch="cells"))
        self.assertEqual(half.samples[0], Sample("demo", 1, "wrong", cells=2, mismatch="size"))
        self.assertEqual(size.samples[0], Sample("demo", 1, "wrong", cells=2, mismatch="not-a-grid"))
        self.assertEqual((fails.samples[3].statement, fails.samples[3].line, fails.samples[3].kind), ("x2", 3, "type"))
        self.assertEqual((result.right, result.evaluations, len(result)), (3, 20, 5))
        self.assertEqual(result.scores, [3, 0, 0, 0, 0])
        self.assertEqual(result.best_by_task(), {"flip0001": (0, 3)})
        self.assertFalse(result.is_cancelled)
        self.assertIn("3 of 20 outputs right", repr(result))

    def test_a_budget_is_a_limit(self) -> None:
        short, long = (next(iter(self.engine.run(LONG[0], {"flip0001": TASK}, pair="all", budget=budget))) for budget in (1000, 16_000_000))
        self.assertEqual((short.verdict, long.verdict), ("limit", "wrong"))
        self.assertEqual((short.samples[1].verdict, short.samples[1].statement, short.samples[1].kind), ("limit", "x4", "budget"))

    def test_demos_alone(self) -> None:
        result = self.engine.run([SAME, FLIP], {"flip0001": TASK}, samples="demos")
        self.assertEqual([[(sample.set, sample.number, sample.verdict) for sample in pair.samples] for pair in result], [
            [("demo", 1, "wrong"), ("demo", 2, "wrong")],
            [("demo", 1, "right"), ("demo", 2, "right")],
        ])
        self.assertEqual(result.evaluations, 4)

    def test_the_first_of_equal_inputs_is_the_best(self) -> None:
        result = self.engine.run([SAME, FLIP, solve_from_function, FLIP], {"flip0001": TASK}, pair="all")
        self.assertEqual(result.best_by_task(), {"flip0001": (1, 3)})

    def test_the_expected_output_is_known_with_measure(self) -> None:
        knows = "def solve_knows(I, C):\n    return C\n"
        self.assertEqual([self.engine.run(knows, {"flip0001": TASK}, pair="all", measure=measure).right for measure in (False, True)], [0, 3])

    def test_scores_follow_the_inputs(self) -> None:
        both = f"{FLIP}\n{SAME}"
        result = self.engine.run([SAME, FLIP, BAD, FLIP, both], {"flip0001": TASK}, pair="all")
        self.assertEqual(result.scores, [0, 3, 0, 3, 3])
        self.assertEqual([str(problem).split("\n")[0] for problem in result.diagnostics], ["source:2:10: error: Unknown name objets [unknown-name]"])
        # Equal texts are one program.
        self.assertEqual(len(result.programs), 4)

    def test_own_tasks_and_pairs_by_name(self) -> None:
        tasks = {"flip0001": TASK, "other": {"train": [{"input": [[1]], "output": [[1]]}]}}
        result = self.engine.run([FLIP, "def solve_other(I):\n    return I\n", SAME], tasks)
        self.assertEqual(sorted((pair.program.name, pair.task) for pair in result), [("solve_flip0001", "flip0001"), ("solve_other", "other"), ("solve_same_flip0001", "flip0001")])
        self.assertEqual([pair.program.name for pair in result.solved()], ["solve_other"])
        self.assertEqual(result.pair(result.programs[2], "flip0001").verdict, "wrong")
        with self.assertRaisesRegex(KeyError, "did not run on other"):
            result.pair(result.programs[0], "other")

    def test_functions_arrays_and_single_tasks(self) -> None:
        task = {"train": [{"input": Array([[1, 0]]), "output": ((0, 1),)}]}
        result = self.engine.run(solve_from_function, task, pair="all", outputs="value")
        self.assertEqual(next(iter(result)).outputs, [[((0, 1),)]])
        self.assertEqual(result.programs[0].file, f"{__name__}.solve_from_function")
        with self.assertRaisesRegex(TypeError, "object cannot be sent"):
            self.engine.run(FLIP, {"train": [{"input": object(), "output": [[1]]}]}, pair="all")

    def test_real_numpy_arrays(self) -> None:
        try:
            import numpy
        except ImportError:
            # The stand-in above covers the client's part.
            return
        pair = {"input": numpy.array([[1, 0]], dtype=numpy.uint8), "output": numpy.array([[0, 1]])}
        self.assertEqual(self.engine.run(FLIP, {"train": [pair]}, pair="all").right, 1)

    def test_files_and_folders(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "solvers").mkdir()
            Path(folder, "solvers", "one.py").write_text(FLIP)
            Path(folder, "solvers", "two.py").write_text(SAME)
            Path(folder, "tasks").mkdir()
            file = Path(folder, "tasks", "flip0001.json")
            file.write_text('{"train": [{"input": [[1, 0]], "output": [[0, 1]]}]}')
            result = self.engine.run(Path(folder, "solvers"), str(Path(folder, "tasks")))
            self.assertEqual((result.scores, len(result.programs)), ([1], 2))
            requests = self.engine.stats()["requests"]
            self.engine.run(Path(folder, "solvers"), str(Path(folder, "tasks")))
            # Nothing was sent again: only the run and the two counts.
            self.assertEqual(self.engine.stats()["requests"], requests + 2)
            file.write_text('{"train": [{"input": [[1, 0]], "output": [[0, 1]]}, {"input": [[2, 0]], "output": [[0, 2]]}]}')
            self.assertEqual(self.engine.run(Path(folder, "solvers"), file).scores, [2])
            with self.assertRaises(FileNotFoundError):
                self.engine.run(str(Path(folder, "none.py")), file)
            with self.assertRaisesRegex(FileNotFoundError, "no .py or .json file"):
                Path(folder, "empty").mkdir()
                self.engine.run(Path(folder, "empty"), file)

    def test_handles_are_not_sent_again(self) -> None:
        tasks = self.engine.load_tasks({"flip0001": TASK})
        programs = self.engine.add([FLIP, SAME])
        self.assertEqual([task.id for task in tasks], ["flip0001"])
        result = self.engine.run(programs, tasks)
        self.assertEqual(result.scores, [3, 0])
        again = self.engine.run(programs, tasks)
        self.assertEqual(again.summary["reuse"]["pairHits"], 2)
        self.assertEqual(list(again), list(result))

    def test_batts_and_values(self) -> None:
        strict, pair = self.engine.run([SAME, BATT], {"flip0001": TASK}, outputs="value")
        self.assertEqual((strict.batt_outputs, strict.defaults), ([], {}))
        self.assertEqual([output["name"] for output in pair.batt_outputs], ["flips", "mirrors", "None/sizes"])
        self.assertEqual(pair.batt_outputs[0]["verdict"], "passes-demos")
        self.assertEqual(pair.defaults, {"t2": 4})
        self.assertEqual(pair.outputs and pair.outputs[0][0], ((0, 1),))

    def test_rows_and_dataframe(self) -> None:
        result = self.engine.run([FLIP, SAME], {"flip0001": TASK})
        self.assertEqual(len(result.rows()), 8)
        self.assertEqual(result.rows()[5]["verdict"], "wrong")
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                result.to_dataframe()
        else:
            self.assertEqual(list(result.to_dataframe()["verdict"]), [row["verdict"] for row in result.rows()])

    def test_score_and_trace(self) -> None:
        score = self.engine.score([FLIP, SAME], {"flip0001": TASK}, submission=True)
        self.assertEqual((score.solved_tasks, score.solvers[0]["program"]), (1, "solve_flip0001"))
        self.assertEqual(score.submission and score.submission["flip0001"][0]["attempt_1"], [[6, 5, 4]])
        self.assertEqual(self.engine.score(FLIP, {"flip0001": TASK}, budget=1).solved_tasks, 0)
        trace = self.engine.trace(FLIP, {"flip0001": TASK}, ("test", 1))
        self.assertEqual(trace.result, ((6, 5, 4),))
        self.assertIn("O = vmirror(I)  ->  ((6, 5, 4),)", str(trace))
        failed = self.engine.trace(FAILS, {"flip0001": TASK})
        self.assertIn("error: type error: subgrid", str(failed))
        self.assertEqual(self.engine.trace(BATT, {"flip0001": TASK}, ("demo", 2), solver="flips").outputs, {"flips": ((3, 2),)})
        for measure, shown in ((False, "()  (default)"), (True, "((0, 1),)")):
            self.assertIn(f"t2 = hmirror(C)  ->  {shown}\n", str(self.engine.trace(BATT, {"flip0001": TASK}, ("demo", 1), measure=measure)))
        with self.assertRaisesRegex(ProgramError, "one program and one task"):
            self.engine.trace(f"{FLIP}\n{SAME}", {"flip0001": TASK})

    def test_errors_name_the_remedy(self) -> None:
        with self.assertRaisesRegex(ProgramError, "Did you mean objects"):
            self.engine.run(BAD, {"flip0001": TASK})
        with self.assertRaises(RequestError) as caught:
            self.engine.run("def solve_nothing(I):\n    return I\n", {"flip0001": TASK})
        self.assertEqual(caught.exception.code, "nothing-paired")
        self.assertIn('"pair": "all"', str(caught.exception))
        with self.assertRaisesRegex(RequestError, "wrong"):
            self.engine.load_tasks({"wrong": {"train": [{"input": [[1], [2, 3]], "output": [[1]]}]}})
        with self.assertRaisesRegex(TypeError, "not int"):
            self.engine.run([7], {"flip0001": TASK})  # type: ignore[list-item]
        with self.assertRaisesRegex(ValueError, "lambda"):
            self.engine.run(lambda grid: grid, {"flip0001": TASK})

    def test_progress_function(self) -> None:
        seen: "list[Tuple[int, int]]" = []
        self.engine.run(FLIP, {"flip0001": TASK}, progress=lambda done, total: seen.append((done, total)))
        self.assertEqual(seen[-1], (4, 4))

    def test_galleries_differ_by_samples(self) -> None:
        first, more = (self.engine.gallery(samples) for samples in (1, 2))
        self.assertEqual([(len(tasks), tasks[0].tests) for tasks in (first, more)], [(len(first), 1), (len(first), 2)])

    def test_programs_are_sent_in_batches(self) -> None:
        sources = [f"def solve_batch{k}(I):\n    return I\n" for k in range(5)]
        with mock.patch("megabatt.engine.BATCH_CHARACTERS", 2 * len(sources[0])):
            requests = self.engine.stats()["requests"]
            self.assertEqual([program.name for program in self.engine.add(sources)], [f"solve_batch{k}" for k in range(5)])
            # Two, two and one, and the second count.
            self.assertEqual(self.engine.stats()["requests"], requests + 4)

    def test_warnings_are_no_diagnostics_of_a_run(self) -> None:
        result = self.engine.run("def solve_flip0001(I):\n    return I\n    return I\n", {"flip0001": TASK})
        self.assertEqual((result.diagnostics, len(result)), ([], 1))

    def test_a_cleared_engine_is_sent_everything_again(self) -> None:
        self.engine.run(FLIP, {"flip0001": TASK})
        self.engine.clear()
        self.assertEqual([self.engine.stats()[key]["count"] for key in ("programs", "tasks")], [0, 0])
        self.assertEqual(self.engine.run(FLIP, {"flip0001": TASK}).scores, [3])

    def test_several_threads(self) -> None:
        results = {}

        def work(name: str, text: str) -> None:
            results[name] = self.engine.run(text, {"flip0001": TASK}, pair="all").scores

        threads = [threading.Thread(target=work, args=own) for own in (("a", FLIP), ("b", SAME), ("c", FAILS))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, {"a": [3], "b": [0], "c": [0]})


class SupervisionTests(unittest.TestCase):
    def test_an_interrupt_cancels_the_run_and_keeps_the_engine(self) -> None:
        with Engine(workers=1, progress=False) as engine:
            pid = engine.pid

            def interrupt() -> None:
                # Once the run is under way at the server.
                while engine.stats()["runs"]["active"] == 0:
                    time.sleep(0.02)
                os.kill(os.getpid(), signal.SIGINT)

            helper = threading.Thread(target=interrupt)
            engine.load_tasks({"long": LONG_TASK})
            helper.start()
            with self.assertRaises(KeyboardInterrupt):
                engine.run(LONG, {"long": LONG_TASK}, pair="all", budget=16_000_000)
            helper.join()
            assert engine.last is not None
            self.assertTrue(engine.last.is_cancelled)
            self.assertTrue(engine.last.summary["cancelled"])
            self.assertEqual(engine.stats()["runs"]["active"], 0)
            self.assertEqual(engine.run(FLIP, {"flip0001": TASK}).scores, [3])
            self.assertEqual(engine.pid, pid)

    def test_a_server_that_died_is_started_again(self) -> None:
        with Engine(workers=1, progress=False) as engine:
            tasks = engine.load_tasks({"flip0001": TASK})
            programs = engine.run(FLIP, tasks).programs
            before = engine.pid
            assert before is not None
            os.kill(before, signal.SIGKILL)
            while engine.pid is not None:
                time.sleep(0.02)
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                self.assertEqual(engine.run(FLIP, {"flip0001": TASK}).scores, [3])
            self.assertIn("started again", str(caught[0].message))
            self.assertNotEqual(engine.pid, before)
            # Their ids may be those of other programs now.
            with self.assertRaisesRegex(EngineDied, "does not hold program solve_flip0001"):
                engine.run(programs, {"flip0001": TASK})

    def test_a_death_in_a_run_is_an_error_and_the_next_run_works(self) -> None:
        with Engine(workers=1, progress=False) as engine:

            def kill() -> None:
                while engine.stats()["runs"]["active"] == 0:
                    time.sleep(0.02)
                assert engine.pid is not None
                os.kill(engine.pid, signal.SIGKILL)

            helper = threading.Thread(target=kill)
            engine.load_tasks({"long": LONG_TASK})
            helper.start()
            with self.assertRaisesRegex(EngineDied, "exit code -9"):
                engine.run(LONG, {"long": LONG_TASK}, pair="all", budget=16_000_000)
            helper.join()
            self.assertTrue(engine.last is not None and engine.last.is_cancelled)
            with self.assertWarns(RuntimeWarning):
                self.assertEqual(engine.run(FLIP, {"flip0001": TASK}).scores, [3])

    def test_programs_make_room_for_others(self) -> None:
        with Engine(workers=1, progress=False, options=["--max-programs", "10"]) as engine:
            for k in range(25):
                engine.run([FLIP, f"def solve_{k}(I):\n    return I\n"], {"flip0001": TASK}, pair="all")
            self.assertLessEqual(engine.stats()["programs"]["count"], 10)
            self.assertEqual(engine.run(["def solve_0(I):\n    return I\n", FLIP], {"flip0001": TASK}, pair="all").scores, [0, 3])

    def test_sources_of_several_programs_make_room_for_others(self) -> None:
        sources = ["".join(f"def solve_{k}_{own}(I):\n    return I\n" for own in range(4)) for k in range(4)]
        with Engine(workers=1, progress=False, options=["--max-programs", "10"]) as engine:
            for source in sources:
                engine.run([FLIP, source], {"flip0001": TASK}, pair="all")
                requests = engine.stats()["requests"]
                self.assertEqual(engine.run([FLIP, sources[0]], {"flip0001": TASK}, pair="all").scores, [3, 0])
                # These are used again and again, and kept: only the run and the second count.
                self.assertEqual(engine.stats()["requests"], requests + 2)
            with self.assertRaisesRegex(RequestError, "at most 10 programs"):
                engine.run(sources, {"flip0001": TASK}, pair="all")

    def test_a_message_that_is_too_long_is_an_error(self) -> None:
        with Engine(workers=1, progress=False, options=["--max-message", "1"]) as engine:
            engine.add(FLIP)
            with self.assertRaises(RequestError) as caught:
                engine.add("#" * (1 << 20) + f"\n{SAME}")
            self.assertEqual(caught.exception.code, "message-too-large")
            self.assertEqual(engine.stats()["programs"]["count"], 1)

    def test_settings_of_an_engine(self) -> None:
        seen: "list[Tuple[int, int]]" = []
        with Engine(backend="cpu", dialect="r", progress=lambda done, total: seen.append((done, total))) as engine:
            self.assertEqual((engine.info["backend"], engine.add(FLIP)[0].dialect), ("cpu", "r"))
            engine.run(FLIP, {"flip0001": TASK})
            self.assertEqual(seen[-1], (4, 4))

    def test_a_closed_engine_says_so(self) -> None:
        engine = Engine(workers=1)
        engine.close()
        self.assertIsNone(engine.pid)
        with self.assertRaisesRegex(MegabattError, "closed"):
            engine.stats()

    def test_a_server_that_does_not_start(self) -> None:
        with self.assertRaisesRegex(EngineDied, "unknown option"):
            Engine(options=["--no-such-option"])


if __name__ == "__main__":
    unittest.main()

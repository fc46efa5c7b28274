"""Parts of the client without an engine: finding the command, inputs, progress, results, values, the wheel."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path
from typing import Any
from unittest import mock

from megabatt import CommandNotFound, Function
from megabatt.command import find_command
from megabatt.inputs import Source, read_program, read_tasks
from megabatt.progress import FIRST_SECONDS, ProgressLine
from megabatt.results import Program, RunResult, Task
from megabatt.values import decode

ROOT = Path(__file__).resolve().parent.parent


class CommandTests(unittest.TestCase):
    def test_an_argument_comes_first_then_the_environment(self) -> None:
        with mock.patch.dict(os.environ, {"MEGABATT": f"{sys.executable} -m there"}):
            self.assertEqual(find_command(["a", "b"]), ["a", "b"])
            self.assertEqual(find_command(sys.executable), [sys.executable])
            self.assertEqual(find_command(), [sys.executable, "-m", "there"])

    def test_a_script_runs_with_node(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder, "megabatt.js")
            script.write_text("")
            words = find_command(script)
            self.assertTrue(words[0].endswith("node"))
            self.assertEqual(words[1], str(script))

    def test_a_missing_command_names_the_remedy(self) -> None:
        with self.assertRaisesRegex(CommandNotFound, "npm install -g megabatt"):
            find_command("no-such-command-anywhere")
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"PATH": folder, "MEGABATT": ""}):
            with mock.patch("megabatt.command.BUILT", Path("nowhere.js")), self.assertRaisesRegex(CommandNotFound, "MEGABATT"):
                find_command()
            with self.assertRaisesRegex(CommandNotFound, "Node"):
                find_command(os.path.join(folder, "x.js"))


class InputTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str = "", seconds: int = 0) -> Path:
        """Writes a file that was changed so many seconds after 1970."""
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        os.utime(path, (seconds, seconds))
        return path

    def test_a_folder_has_its_programs_in_order_and_those_of_folders_in_it(self) -> None:
        for name in ("b.py", "a.py", "c/d.json", ".e.py", ".f/g.py", "node_modules/h.py", "i.mutations.json", "j.txt"):
            self.write(name)
        (self.folder / "k").symlink_to(self.folder)
        names = [os.path.relpath(source.name, self.folder) for source in read_program(self.folder)]
        self.assertEqual(names, ["a.py", "b.py", os.path.join("c", "d.json")])

    def test_a_byte_order_mark_is_no_part_of_a_program(self) -> None:
        file = self.write("a.py", "\ufeffdef solve(I):")
        self.assertEqual(read_program(file), [Source("def solve(I):", str(file))])

    def test_a_function_has_neither_its_decorators_nor_its_indentation(self) -> None:
        def unchanged(function: Any) -> Any:
            return function

        @unchanged
        def solve(I: Any) -> Any:  # noqa: E741
            return I

        [source] = read_program(solve)
        self.assertRegex(source.text, r"^def solve\(I.*\n    return I\n$")

    def test_changed_task_files_are_read_again(self) -> None:
        keys = [
            read_tasks([self.write(*written)])[0].key
            for written in (
                ("a/t.json", "1", 1),
                ("a/t.json", "2", 2),
                ("a/t.json", "22", 2),
                ("b/t.json", "22", 2),
            )
        ]
        self.assertEqual(len(set(keys)), 4)
        self.assertEqual(read_tasks([self.folder / "b"])[0].key, keys[3])

    def test_single_tasks_have_ids_of_their_own(self) -> None:
        tasks = [read_tasks([{"train": [{"input": [[k]], "output": [[k]]}]}])[0].params()["tasks"] for k in (1, 2)]
        self.assertEqual(len({name for own in tasks for name in own}), 2)


class ProgressTests(unittest.TestCase):
    def test_a_line_appears_after_a_while_and_is_cleared(self) -> None:
        stream = io.StringIO()
        line = ProgressLine(True, stream)
        line.update(1, 10)
        self.assertEqual(stream.getvalue(), "")
        with mock.patch("time.monotonic", return_value=time.monotonic() + FIRST_SECONDS + 1):
            line.update(5, 10)
        self.assertIn("[##########..........]  50% 5 of 10", stream.getvalue())
        line.clear()
        self.assertTrue(stream.getvalue().endswith("\r"))

    def test_nobody_watches_a_file(self) -> None:
        stream = io.StringIO()
        with mock.patch("time.monotonic", return_value=time.monotonic() + 9):
            line = ProgressLine(None, stream)
        with mock.patch("time.monotonic", return_value=time.monotonic() + 99):
            line.update(5, 10)
        self.assertEqual(stream.getvalue(), "")


class ResultTests(unittest.TestCase):
    def test_pairs_can_be_asked_for_before_all_have_come(self) -> None:
        program = Program(1, "solve", "source", "a", "strict", None)
        result = RunResult([program], [Task("t", 1, 0, (1,))], [[0]], [])
        with self.assertRaises(KeyError):
            result.pair(program, "t")
        result.add_blocks([{"task": "t", "from": 0, "verdicts": "s", "samples": "r", "differing": [], "failed": [], "failures": []}])
        self.assertTrue(result.pair(program, "t").is_solved)


class ValueTests(unittest.TestCase):
    def test_notation_becomes_python_values(self) -> None:
        self.assertEqual(decode({"t": [1, {"s": [{"t": [2, {"t": [0, 1]}]}]}]}), (1, frozenset({(2, (0, 1))})))
        self.assertEqual(decode({"g": ["12", "30"]}), ((1, 2), (3, 0)))
        self.assertEqual(decode([[10, 2]]), ((10, 2),))
        self.assertEqual([decode(None), decode(True), decode(7)], [None, True, 7])
        function = decode({"call": "rbind", "args": [{"f": "add"}, 2]})
        self.assertEqual(function, Function("rbind", (Function("add"), 2)))
        self.assertEqual(str(function), "rbind(add, 2)")


class WheelTests(unittest.TestCase):
    def test_the_wheel_has_the_package_with_its_types(self) -> None:
        sys.path.insert(0, str(ROOT / "backend"))
        try:
            import wheel_backend
        finally:
            sys.path.pop(0)
        with tempfile.TemporaryDirectory() as folder:
            name = wheel_backend.build_wheel(folder)
            self.assertEqual(name, "megabatt-0.1.0-py3-none-any.whl")
            with zipfile.ZipFile(Path(folder, name)) as archive:
                names = archive.namelist()
                record = archive.read("megabatt-0.1.0.dist-info/RECORD").decode()
            sources = {f"megabatt/{path.name}" for path in (ROOT / "src" / "megabatt").glob("*.py")}
            self.assertEqual({own for own in names if ".dist-info" not in own}, sources | {"megabatt/py.typed"})
            self.assertEqual([line.split(",")[0] for line in record.splitlines()], names)
            self.assertEqual(wheel_backend.build_sdist(folder), "megabatt-0.1.0.tar.gz")
            with zipfile.ZipFile(Path(folder, wheel_backend.build_editable(folder))) as archive:
                self.assertEqual(archive.read("megabatt.pth").decode().strip(), str(ROOT / "src"))


if __name__ == "__main__":
    unittest.main()

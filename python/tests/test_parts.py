"""Parts of the client without an engine: finding the command, progress, values, the wheel."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import time
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from megabatt import CommandNotFound, Function
from megabatt.command import find_command
from megabatt.progress import FIRST_SECONDS, ProgressLine
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

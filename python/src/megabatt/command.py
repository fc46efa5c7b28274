"""Finds the command that starts the server."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import List, Optional, Sequence, Union

from .errors import CommandNotFound

Command = Union[str, "os.PathLike[str]", Sequence[str]]
BUILT = Path("dist", "bin", "megabatt.cjs")
REMEDY = (
    "Install it with `npm install -g megabatt`, or name it: Engine(command=...), or the environment variable MEGABATT. "
    "In a checkout of Megabatt, run `npm ci && npm run build`. It needs Node 20.19 or later."
)


def find_command(given: Optional[Command] = None) -> List[str]:
    """The words of the command: the argument, MEGABATT, `megabatt` on the PATH, or the build of a checkout."""
    if given is not None:
        return _words(given)
    named = os.environ.get("MEGABATT")
    if named:
        return _words(named)
    on_path = shutil.which("megabatt")
    if on_path:
        return [on_path]
    here = Path(__file__).resolve()
    for folder in [*here.parents, Path.cwd(), *Path.cwd().parents]:
        if (folder / BUILT).is_file() and (folder / "package.json").is_file():
            return [_node(), str(folder / BUILT)]
    raise CommandNotFound(f"The command megabatt was not found. {REMEDY}")


def _words(command: Command) -> List[str]:
    if not isinstance(command, (str, os.PathLike)):
        return list(command)
    text = os.fspath(command)
    words = [text] if os.path.exists(text) else shlex.split(text)
    if not words:
        raise CommandNotFound(f"The command is empty. {REMEDY}")
    if words[0].endswith((".js", ".cjs", ".mjs")):
        words.insert(0, _node())
    if shutil.which(words[0]) is None:
        raise CommandNotFound(f"The command {words[0]} was not found. {REMEDY}")
    return words


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        raise CommandNotFound("Node was not found, which Megabatt needs. Install Node 20.19 or later (https://nodejs.org).")
    return node

"""Programs and tasks as people have them, made into the texts that the engine reads."""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from .results import Program, Task
from .server import plain

PathLike = Union[str, "os.PathLike[str]"]
ProgramInput = Union[PathLike, Callable[..., Any], Program]
TaskInput = Union[PathLike, Mapping[str, Any], Task]
MAX_DEPTH = 4


@dataclass(frozen=True)
class Source:
    """The text of programs, and its name in diagnostics."""

    text: str
    name: str


def list_inputs(given: Any, single: Tuple[type, ...]) -> List[Any]:
    """One input as a list of one; any other iterable as a list."""
    if isinstance(given, (str, os.PathLike, *single)) or callable(given):
        return [given]
    return list(given)


def read_program(given: ProgramInput) -> List[Source]:
    """The sources of a text, a file, a folder or a function."""
    if callable(given):
        return [_function_source(given)]
    if isinstance(given, str) and _is_text(given):
        return [Source(given, "source")]
    if not isinstance(given, (str, os.PathLike)):
        raise TypeError(f"A program is source text, a path, a function or a Program, not {type(given).__name__}")
    path = Path(given)
    files = _walk(path, (".py", ".json")) if path.is_dir() else [path]
    if not files:
        raise FileNotFoundError(f"There is no .py or .json file in {path}")
    return [Source(_read(file), str(file)) for file in files]


def _is_text(text: str) -> bool:
    """A text of programs has several lines, or begins like one; anything else is a path."""
    return "\n" in text or text.lstrip().startswith(("def ", "{", "["))


def _function_source(function: Callable[..., Any]) -> Source:
    try:
        text = textwrap.dedent(inspect.getsource(function))
    except (OSError, TypeError) as error:
        raise ValueError(
            f"The source of {getattr(function, '__name__', function)} is not known ({error}): give it as text"
        ) from None
    start = text.find("def ")
    if start < 0:
        raise ValueError("A lambda is no program: define a function with def")
    # Decorators are no part of the program.
    return Source(text[start:], f"{function.__module__}.{function.__qualname__}")


def _walk(folder: Path, endings: Tuple[str, ...], depth: int = 0) -> List[Path]:
    files: List[Path] = []
    for entry in sorted(folder.iterdir()):
        if entry.name.startswith(".") or entry.name == "node_modules":
            continue
        if entry.is_dir() and not entry.is_symlink():
            files += _walk(entry, endings, depth + 1) if depth < MAX_DEPTH else []
        elif entry.suffix in endings and not entry.name.endswith(".mutations.json"):
            files.append(entry)
    return files


def _read(file: Path) -> str:
    return file.read_bytes().decode("utf-8-sig")


@dataclass(frozen=True)
class TaskText:
    """Tasks as `loadTasks` takes them, and a key that is the same for the same content."""

    key: str
    params: Callable[[], Dict[str, Any]]


def read_tasks(given: Iterable[TaskInput]) -> List[TaskText]:
    """Files are read together: solutions belong to the challenges of another file."""
    texts: List[TaskText] = []
    paths: List[Path] = []
    for one in given:
        if isinstance(one, Mapping):
            texts.append(_inline(one))
        elif isinstance(one, (str, os.PathLike)):
            path = Path(one)
            paths += _walk(path, (".json",)) if path.is_dir() else [path]
        else:
            raise TypeError(f"A task is a dict, a path or a Task, not {type(one).__name__}")
    if paths:
        stats = [(str(path.resolve()), path.stat().st_mtime_ns, path.stat().st_size) for path in paths]
        texts.append(TaskText(f"files {stats}", lambda: {"files": [{"name": str(path), "text": _read(path)} for path in paths]}))
    return texts


def _inline(given: Mapping[str, Any]) -> TaskText:
    """A task, or tasks by id."""
    is_single = "train" in given
    text = json.dumps(dict(given), separators=(",", ":"), default=plain)
    key = hashlib.sha256(text.encode()).hexdigest()
    tasks: Dict[str, Any] = {f"task-{key[:12]}": json.loads(text)} if is_single else json.loads(text)
    return TaskText(key, lambda: {"tasks": tasks})


def options_of(**values: Optional[Any]) -> Dict[str, Any]:
    """The parameters that were given."""
    return {name: value for name, value in values.items() if value is not None}

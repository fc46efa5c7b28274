"""Results of runs: kept as the columns that the engine sends, made into objects when they are asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from .values import decode

PAIR_VERDICTS = {"s": "solved", "p": "passes-demos", "u": "unknown", "n": "near", "w": "wrong", "e": "error", "l": "limit"}
SAMPLE_VERDICTS = {"r": "right", "w": "wrong", "u": "unknown", "e": "error", "l": "limit"}
MISMATCHES = {-1: "size", -2: "not-a-grid"}


@dataclass(frozen=True)
class Program:
    """A program that the engine holds; can be given to `run` again."""

    id: int
    name: str
    file: str
    dialect: str
    mode: str
    task: Optional[str]
    server: int = field(repr=False, default=0)
    """The id of the process that holds it."""


@dataclass(frozen=True)
class Task:
    """A task that the engine holds; can be given to `run` again."""

    id: str
    demos: int
    tests: int
    cells: Tuple[Optional[int], ...] = field(repr=False, default=())


@dataclass(frozen=True)
class Diagnostic:
    """A problem in the text of a program; line and column count from 1."""

    severity: str
    code: str
    file: str
    line: int
    column: int
    message: str
    advice: Optional[str]
    excerpt: str
    caret: int

    def __str__(self) -> str:
        lines = [f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message} [{self.code}]"]
        if self.excerpt.strip():
            lines += [f"  {self.excerpt}", "  " + " " * self.caret + "^"]
        if self.advice:
            lines.append(f"  {self.advice}")
        return "\n".join(lines)


@dataclass(frozen=True)
class Sample:
    """The verdict on one sample: right, wrong, error, limit or unknown."""

    set: str
    number: int
    verdict: str
    cells: Optional[int] = None
    """The number of cells of the expected output; None where it is not known."""
    differing: Optional[int] = None
    """The number of differing cells of a wrong output of the expected size."""
    mismatch: Optional[str] = None
    """How a wrong output differs: cells, size or not-a-grid."""
    statement: Optional[str] = None
    line: Optional[int] = None
    kind: Optional[str] = None
    message: Optional[str] = None

    @property
    def is_right(self) -> bool:
        return self.verdict == "right"


@dataclass(frozen=True)
class Pair:
    """One program on one task."""

    program: Program
    task: str
    verdict: str
    samples: List[Sample]
    outputs: Optional[List[List[Any]]] = None
    """Where they were asked for, the values by output and sample: a strict program has one output."""
    defaults: Dict[str, int] = field(default_factory=dict)
    """Of a batt: how often each statement took its default."""
    batt_outputs: List[Dict[str, Any]] = field(default_factory=list)
    """Of a batt: its candidates with their verdicts, and its differs."""

    @property
    def right(self) -> int:
        return sum(sample.is_right for sample in self.samples)

    @property
    def is_solved(self) -> bool:
        return self.verdict == "solved"


class RunResult:
    """The results of a run, pair by pair in the order of the tasks, and their sum."""

    def __init__(
        self,
        programs: Sequence[Program],
        tasks: Sequence[Task],
        inputs: Sequence[Sequence[int]],
        diagnostics: Sequence[Diagnostic],
        samples: str = "all",
    ) -> None:
        self.programs: List[Program] = list(programs)
        self.tasks: List[Task] = list(tasks)
        self.diagnostics: List[Diagnostic] = list(diagnostics)
        """Problems of programs that could not be read, and did not run."""
        self.summary: Dict[str, Any] = {}
        """The sums of the run, as `megabatt run --json` has them: counts, verdicts, times, reuse."""
        self._inputs = inputs
        self._blocks: List[Dict[str, Any]] = []
        self._tasks = {task.id: task for task in self.tasks}
        self._positions = {program.id: k for k, program in enumerate(self.programs)}
        self._only_demos = samples == "demos"
        self._index: Optional[Dict[Tuple[int, str], Tuple[int, int]]] = None

    def add_blocks(self, blocks: List[Dict[str, Any]]) -> None:
        """Takes results that the engine has sent."""
        self._blocks.extend(blocks)
        self._index = None

    @property
    def is_cancelled(self) -> bool:
        """Whether the run was interrupted: then some pairs are missing."""
        return bool(self.summary.get("cancelled", True))

    @property
    def evaluations(self) -> int:
        return int(self.summary.get("evaluations", 0))

    @property
    def right(self) -> int:
        """The number of right outputs."""
        return int(self.summary.get("right", 0))

    @property
    def scores(self) -> List[int]:
        """For each program that was given, in its order, the number of right outputs; 0 for one that cannot be read."""
        counts: List[int] = self.summary.get("rightByProgram") or [0] * len(self.programs)
        return [sum(counts[k] for k in own) for own in self._inputs]

    def __len__(self) -> int:
        return sum(len(block["verdicts"]) for block in self._blocks)

    def __iter__(self) -> Iterator[Pair]:
        for block in self._blocks:
            yield from self._pairs_of(block)

    def pair(self, program: Program, task: str) -> Pair:
        """The result of a program on a task."""
        if self._index is None:
            self._index = {}
            for b, block in enumerate(self._blocks):
                for k, position in enumerate(self._positions_of(block)):
                    self._index[self.programs[position].id, block["task"]] = (b, k)
        try:
            b, k = self._index[program.id, task]
        except KeyError:
            raise KeyError(f"{program.name} did not run on {task}") from None
        return list(self._pairs_of(self._blocks[b]))[k]

    def solved(self) -> List[Pair]:
        """The pairs of programs and tasks with all outputs right."""
        return [pair for block in self._blocks if "s" in block["verdicts"] for pair in self._pairs_of(block) if pair.is_solved]

    def best_by_task(self) -> Dict[str, Tuple[int, int]]:
        """For each task, the index of the first input with the most right outputs, and their number."""
        input_of: Dict[int, int] = {}
        for index, own in enumerate(self._inputs):
            for position in own:
                input_of.setdefault(position, index)
        best: Dict[str, Tuple[int, int]] = {}
        for block in self._blocks:
            letters, positions = block["samples"], self._positions_of(block)
            width = len(letters) // len(positions)
            for k, position in enumerate(positions):
                right = letters.count("r", k * width, (k + 1) * width)
                if block["task"] not in best or right > best[block["task"]][1]:
                    best[block["task"]] = (input_of[position], right)
        return best

    def rows(self) -> List[Dict[str, Any]]:
        """A row for each sample of each pair."""
        return [
            {"program": pair.program.name, "program_id": pair.program.id, "task": pair.task, "pair_verdict": pair.verdict, **vars(sample)}
            for pair in self
            for sample in pair.samples
        ]

    def to_dataframe(self) -> Any:
        """A pandas DataFrame with a row for each sample of each pair; needs pandas."""
        try:
            import pandas
        except ImportError:
            raise ImportError("to_dataframe needs pandas: pip install pandas. Without it, rows() has the same as a list.") from None
        return pandas.DataFrame(self.rows())

    def __repr__(self) -> str:
        state = ", cancelled" if self.is_cancelled else ""
        verdicts = self.summary.get("verdicts", {})
        shown = ", ".join(f"{count} {name}" for name, count in verdicts.items() if count)
        return f"RunResult({len(self.programs)} programs, {len(self.tasks)} tasks, {self.right} of {self.evaluations} outputs right; {shown}{state})"

    def _positions_of(self, block: Dict[str, Any]) -> Sequence[int]:
        if "programs" in block:
            return [self._positions[number] for number in block["programs"]]
        return range(block["from"], block["from"] + len(block["verdicts"]))

    def _pairs_of(self, block: Dict[str, Any]) -> Iterator[Pair]:
        task = self._tasks[block["task"]]
        letters: str = block["samples"]
        names = [("demo", k + 1) for k in range(task.demos)]
        if not self._only_demos:
            names += [("test", k + 1) for k in range(task.tests)]
        differing = iter(block["differing"])
        failed = iter(block["failed"])
        batts = {batt["index"]: batt for batt in block.get("batts", ())}
        outputs = block.get("outputs")
        for k, position in enumerate(self._positions_of(block)):
            own = letters[k * len(names) : (k + 1) * len(names)]
            samples = [
                _sample(name, letter, cells, differing, failed, block["failures"])
                for name, letter, cells in zip(names, own, task.cells)
            ]
            batt = batts.get(k, {})
            yield Pair(
                program=self.programs[position],
                task=task.id,
                verdict=PAIR_VERDICTS[block["verdicts"][k]],
                samples=samples,
                outputs=None if outputs is None else [[decode(value) for value in values] for values in outputs[k]],
                defaults={entry["statement"]: entry["count"] for entry in batt.get("defaults", ())},
                batt_outputs=batt.get("outputs", []),
            )


def _sample(
    name: Tuple[str, int],
    letter: str,
    cells: Optional[int],
    differing: Iterator[int],
    failed: Iterator[int],
    failures: List[Dict[str, Any]],
) -> Sample:
    verdict = SAMPLE_VERDICTS[letter]
    if letter == "w":
        count = next(differing)
        mismatch = MISMATCHES.get(count, "cells")
        return Sample(*name, verdict, cells, count if count >= 0 else None, mismatch)
    if letter in "el":
        return Sample(*name, verdict, cells, **failures[next(failed)])
    return Sample(*name, verdict, cells)


@dataclass(frozen=True)
class TracedStatement:
    """The outcome of a statement."""

    name: str
    call: str
    line: int
    value: Any
    error: Optional[str]
    is_default: bool

    def __str__(self) -> str:
        shown = f"error: {self.error}" if self.error and not self.is_default else _shorten(self.value)
        return f"{self.name} = {self.call}  ->  {shown}{'  (default)' if self.is_default else ''}"


@dataclass(frozen=True)
class Trace:
    """One program on one sample, statement by statement."""

    name: str
    task: str
    set: str
    number: int
    statements: List[TracedStatement]
    result: Any
    outputs: Dict[str, Any]
    """Of a batt: the values of its solvers and differs by name."""

    def __str__(self) -> str:
        head = f"{self.name} on {self.task}, {self.set} {self.number}"
        return "\n".join([head, *(f"  {statement}" for statement in self.statements)])


def read_trace(answer: Dict[str, Any]) -> Trace:
    """The trace in an answer of the engine."""
    statements = [
        TracedStatement(own["name"], own["call"], own["line"], decode(own.get("value")), own.get("error"), own["isDefault"])
        for own in answer["statements"]
    ]
    outputs = {own["name"]: decode(own.get("value")) for own in answer["outputs"]}
    sample = answer["sample"]
    result = decode(answer.get("result"))
    return Trace(answer["name"], answer["task"], sample["set"], sample["number"], statements, result, outputs)


def _shorten(value: Any, length: int = 100) -> str:
    text = str(value)
    return text if len(text) <= length else f"{text[:length]}…"


@dataclass(frozen=True)
class Score:
    """Solvers and differs on tasks, and the attempts at test outputs, as docs/score.md of Megabatt describes them."""

    rules: Optional[Dict[str, Dict[str, float]]]
    """The score by each rule (outputs, tasks, complete); None where no test output is known."""
    tasks: List[Dict[str, Any]]
    solvers: List[Dict[str, Any]]
    """Best first."""
    differs: List[Dict[str, Any]]
    solved_tasks: int
    submission: Optional[Dict[str, Any]]
    """Two attempts at each test output, where it was asked for."""
    report: Dict[str, Any] = field(repr=False, default_factory=dict)

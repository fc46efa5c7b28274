"""The engine: starts and supervises `megabatt serve`, holds programs and tasks there, runs, scores and traces."""

from __future__ import annotations

import warnings
from collections import OrderedDict
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from .command import Command, find_command
from .errors import EngineDied, MegabattError, ProgramError, RequestError
from .inputs import ProgramInput, Source, TaskInput, list_inputs, options_of, read_program, read_tasks
from .progress import Progress, ProgressLine
from .results import Diagnostic, Program, RunResult, Score, Task, Trace, read_trace
from .server import ServerProcess

PROTOCOL = 1
# A request has about so many characters of program texts at most.
BATCH_CHARACTERS = 8_000_000

Programs = Union[ProgramInput, Iterable[ProgramInput]]
Tasks = Union[TaskInput, Iterable[TaskInput]]
Added = Tuple[List[Program], List[Diagnostic]]


class Engine:
    """
    A Megabatt engine in a process of its own, for use in a `with` statement or until `close`.

    `command` is the command to start (default: MEGABATT, `megabatt` on the PATH, a checkout), `backend` is workers
    (default), cpu, gpu or auto, `options` are further options of `megabatt serve`. `progress` is True, False, a function
    of (done, total), or None: shown in terminals and notebooks.
    """

    def __init__(
        self,
        command: Optional[Command] = None,
        *,
        backend: Optional[str] = None,
        workers: Optional[int] = None,
        options: Sequence[str] = (),
        dialect: Optional[str] = None,
        progress: Progress = None,
    ) -> None:
        self._command = find_command(command)
        self._options = [*options]
        if backend is not None:
            self._options += ["--backend", backend]
        if workers is not None:
            self._options += ["--workers", str(workers)]
        self._dialect = dialect
        self._progress = progress
        self._server: Optional[ServerProcess] = None
        self._added: "OrderedDict[Source, Added]" = OrderedDict()
        self._tasks: Dict[str, Task] = {}
        self._loaded: Dict[str, List[Task]] = {}
        self._is_closed = False
        self._info: Dict[str, Any] = {}
        self.last: Optional[RunResult] = None
        """The result of the last run, also of one that was interrupted: then it has the pairs that were done."""
        self._connect()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_server", None) is not None:
            self.close()

    @property
    def info(self) -> Dict[str, Any]:
        """Versions, limits, dialects and the backend."""
        return self._info

    @property
    def pid(self) -> Optional[int]:
        """The id of the server's process; None where it has ended."""
        return self._server.pid if self._server is not None and self._server.is_alive else None

    def close(self) -> None:
        """Ends the process."""
        self._is_closed = True
        server, self._server = self._server, None
        if server is not None:
            server.close()

    def add(self, programs: Programs) -> List[Program]:
        """Holds programs at the engine; `run` does so by itself. Those that cannot be read are left out."""
        found, _, _ = self._add(list_inputs(programs, (Program,)))
        return found

    def load_tasks(self, tasks: Tasks) -> List[Task]:
        """Holds tasks at the engine: dicts, files or folders. The result can be given to `run`, and is not sent again."""
        found: Dict[str, Task] = {}
        texts: List[TaskInput] = []
        for one in list_inputs(tasks, (Mapping, Task)):
            if isinstance(one, Task):
                found[one.id] = self._held_task(one)
            else:
                texts.append(one)
        for text in read_tasks(texts):
            if text.key not in self._loaded:
                self._loaded[text.key] = self._take_tasks(self._request("loadTasks", text.params()))
            for task in self._loaded[text.key]:
                found[task.id] = task
        return list(found.values())

    def gallery(self, samples: int = 5) -> List[Task]:
        """Tasks of the built-in gallery, with so many test pairs each, at most 20."""
        key = f"gallery {samples}"
        if key not in self._loaded:
            params = {"gallery": {"samples": samples}}
            self._loaded[key] = self._take_tasks(self._request("loadTasks", params))
        return self._loaded[key]

    def run(
        self,
        programs: Programs,
        tasks: Tasks,
        pair: str = "own",
        *,
        samples: str = "all",
        outputs: str = "none",
        measure: bool = False,
        budget: Optional[int] = None,
        progress: Progress = None,
    ) -> RunResult:
        """
        Runs programs on tasks. `pair`: own, each program on the task that its name ends with, or all, every program on
        every task. `samples`: all, or demos alone. `outputs`: none, hash or value. Programs that cannot be read are in
        `diagnostics` of the result; if there is no other, a ProgramError is raised. Ctrl-C cancels the run.
        """
        held, inputs, diagnostics = self._add(list_inputs(programs, (Program,)))
        if not held:
            raise ProgramError("\n".join(map(str, diagnostics)) or "There is no program to run")
        on = self.load_tasks(tasks)
        result = self.last = RunResult(held, on, inputs, diagnostics, samples)
        params = options_of(
            programs=[program.id for program in held],
            tasks=[task.id for task in on],
            pair=pair,
            samples=samples,
            outputs=outputs,
            measure=measure,
            budget=budget,
        )
        line = ProgressLine(self._progress if progress is None else progress)

        def note(method: str, own: Dict[str, Any]) -> None:
            if method == "results":
                result.add_blocks(own["blocks"])
            else:
                line.update(own["done"], own["total"])

        def keep(summary: Dict[str, Any]) -> None:
            result.summary = summary

        self._long_request("run", params, note, line, keep)
        return result

    def score(
        self,
        programs: Programs,
        tasks: Tasks,
        pair: str = "own",
        *,
        submission: bool = False,
        budget: Optional[int] = None,
        progress: Progress = None,
    ) -> Score:
        """Scores solvers and differs on tasks; with `submission`, the result has two attempts at each test output."""
        held, _, diagnostics = self._add(list_inputs(programs, (Program,)))
        if not held:
            raise ProgramError("\n".join(map(str, diagnostics)) or "There is no program to score")
        params = options_of(
            programs=[program.id for program in held],
            tasks=[task.id for task in self.load_tasks(tasks)],
            pair=pair,
            submission=submission,
            budget=budget,
        )
        line = ProgressLine(self._progress if progress is None else progress)
        answer = self._long_request("score", params, lambda _, own: line.update(own["done"], own["total"]), line)
        report = answer["report"]
        return Score(
            rules=report["rules"],
            tasks=report["tasks"],
            solvers=report["solvers"],
            differs=report["differs"],
            solved_tasks=report["solvedTasks"],
            submission=answer.get("submission"),
            report=report,
        )

    def trace(
        self,
        program: ProgramInput,
        task: TaskInput,
        sample: Optional[Tuple[str, int]] = None,
        *,
        solver: Optional[str] = None,
        measure: bool = False,
    ) -> Trace:
        """One program on one sample, such as ("demo", 1); default: the first that fails. `solver`: one entry of a batt."""
        held, _, diagnostics = self._add([program])
        tasks = self.load_tasks(task)
        if len(held) != 1 or len(tasks) != 1:
            problems = "\n".join(map(str, diagnostics)) or f"A trace is of one program and one task, not {len(held)} and {len(tasks)}"
            raise ProgramError(problems)
        chosen = None if sample is None else {"set": sample[0], "number": sample[1]}
        params = options_of(program=held[0].id, task=tasks[0].id, sample=chosen, solver=solver, measure=measure)
        return read_trace(self._request("trace", params))

    def stats(self) -> Dict[str, Any]:
        """The number of programs and tasks that the engine holds, and what was reused."""
        return dict(self._request("stats", {}))

    def clear(self) -> None:
        """Removes all programs and tasks from the engine."""
        self._request("removePrograms", {})
        self._request("removeTasks", {})
        self._forget()

    def _forget(self) -> None:
        self._added.clear()
        self._loaded.clear()
        self._tasks.clear()

    def _connect(self) -> ServerProcess:
        server = ServerProcess(self._command, self._options)
        try:
            self._info = server.request("initialize", {"protocol": PROTOCOL, "client": "python"})
            server.max_bytes = self._info["limits"]["messageBytes"]
        except BaseException:
            server.close()
            raise
        self._server = server
        return server

    def _live_server(self) -> ServerProcess:
        """The server; a new one, which holds nothing yet, if it has died."""
        if self._is_closed:
            raise MegabattError("The engine is closed: make a new Engine")
        if self._server is not None and self._server.is_alive:
            return self._server
        if self._server is not None:
            self._server.close()
            self._server = None
        self._forget()
        warnings.warn("The Megabatt server had ended; it was started again", RuntimeWarning, stacklevel=4)
        return self._connect()

    def _request(self, method: str, params: Dict[str, Any]) -> Any:
        return self._live_server().request(method, params)

    def _long_request(self, method: str, params: Dict[str, Any], note: Any, line: ProgressLine, keep: Any = None) -> Any:
        """A request that an interrupt cancels at the server before it goes on as KeyboardInterrupt."""
        server = self._live_server()
        pending = server.send(method, params)
        try:
            answer = server.wait(pending, note)
        except KeyboardInterrupt:
            server.send("cancel", {"request": pending.id})
            try:
                answer = server.wait(pending, note)
                if keep is not None:
                    keep(answer)
            except MegabattError:
                # A score has no answer once it is cancelled; the interrupt says enough.
                pass
            raise
        finally:
            line.clear()
        if keep is not None:
            keep(answer)
        return answer

    def _add(self, given: Sequence[ProgramInput]) -> Tuple[List[Program], List[List[int]], List[Diagnostic]]:
        """Holds programs. Returns each once, the positions of those of each input, and all diagnostics."""
        server = self._live_server()
        for one in given:
            # Ids of another server may be those of other programs here.
            if isinstance(one, Program) and one.server != server.pid:
                raise EngineDied(f"The engine does not hold program {one.name} any more: give its text, or add it again")
        wanted: List[Union[Program, List[Source]]] = [
            one if isinstance(one, Program) else read_program(one) for one in given
        ]
        sources = [source for one in wanted if not isinstance(one, Program) for source in one]
        self._send_sources(list(dict.fromkeys(sources)))
        programs: Dict[int, Program] = {}
        positions: Dict[int, int] = {}
        inputs: List[List[int]] = []
        diagnostics: List[Diagnostic] = []
        for one in wanted:
            own: List[Program] = [one] if isinstance(one, Program) else []
            for source in [] if isinstance(one, Program) else one:
                found, problems = self._added[source]
                own = own + found
                diagnostics += [problem for problem in problems if problem.severity == "error"]
            for program in own:
                positions.setdefault(program.id, len(positions))
                programs[program.id] = program
            inputs.append([positions[program.id] for program in own])
        return list(programs.values()), inputs, diagnostics

    def _send_sources(self, sources: List[Source]) -> None:
        for source in sources:
            if source in self._added:
                self._added.move_to_end(source)
        batch: List[Source] = []
        length = 0
        for source in [source for source in sources if source not in self._added]:
            if batch and length + len(source.text) > BATCH_CHARACTERS:
                self._send_batch(batch, sources)
                batch, length = [], 0
            batch.append(source)
            length += len(source.text)
        if batch:
            self._send_batch(batch, sources)

    def _send_batch(self, batch: List[Source], needed: List[Source]) -> None:
        params = options_of(sources=[{"text": text.text, "name": text.name} for text in batch], dialect=self._dialect)
        server = self._live_server()
        while True:
            try:
                answer = server.request("addPrograms", params)
                break
            except RequestError as error:
                if error.code != "store-full" or not self._make_room(needed):
                    raise
        added: List[Added] = [([], []) for _ in batch]
        for own in answer["programs"]:
            added[own.pop("source")][0].append(Program(**own, server=server.pid))
        for own in answer["diagnostics"]:
            names = ("severity", "code", "file", "line", "column", "message", "excerpt", "caret")
            added[own["source"]][1].append(Diagnostic(advice=own.get("advice"), **{name: own[name] for name in names}))
        for source, result in zip(batch, added):
            self._added[source] = result

    def _make_room(self, needed: List[Source]) -> bool:
        """Removes half of the programs that are not needed now, the least recently used ones; False if there are none."""
        kept = set(needed)
        others = [source for source in list(self._added) if source not in kept]
        gone = [program.id for source in others[: (len(others) + 1) // 2] for program in self._added.pop(source, ([], []))[0]]
        if gone:
            self._request("removePrograms", {"programs": gone})
        return bool(others)

    def _take_tasks(self, answer: Dict[str, Any]) -> List[Task]:
        tasks = [Task(own["id"], own["demos"], own["tests"], tuple(own["cells"])) for own in answer["tasks"]]
        for task in tasks:
            if task.id in self._tasks:
                # Another content has replaced it: whatever named the old one is sent again.
                self._loaded = {key: held for key, held in self._loaded.items() if all(own.id != task.id for own in held)}
            self._tasks[task.id] = task
        return tasks

    def _held_task(self, task: Task) -> Task:
        held = self._tasks.get(task.id)
        if held is None:
            raise EngineDied(f"The engine does not hold task {task.id} any more: load it again with load_tasks")
        return held

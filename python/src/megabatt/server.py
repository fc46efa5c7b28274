"""The server as a process: starts it, sends requests, hands out answers, notices its end."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections import deque
from typing import Any, Callable, Deque, Dict, List, Optional

from .errors import EngineDied, RequestError

Notification = Callable[[str, Dict[str, Any]], None]
# Waiting without a limit cannot be interrupted on Windows.
WAIT_SECONDS = 0.2
CLOSE_SECONDS = 5.0


class Pending:
    """A request under way."""

    def __init__(self, request_id: int) -> None:
        self.id = request_id
        self.messages: "queue.SimpleQueue[Dict[str, Any]]" = queue.SimpleQueue()


class ServerProcess:
    """One process of `megabatt serve`; requests can come from several threads."""

    def __init__(self, command: List[str], options: List[str]) -> None:
        flags: Dict[str, Any] = {}
        # Ctrl-C in a terminal goes to all processes of the group; the server must outlive it.
        if os.name == "nt":
            flags["creationflags"] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        else:
            flags["start_new_session"] = True
        self._process = subprocess.Popen(
            [*command, "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **flags
        )
        self._pending: Dict[int, Pending] = {}
        self._lock = threading.Lock()
        self._next_id = 1
        self.max_bytes: Optional[int] = None
        """The most bytes of a message, once the server has named them."""
        self._log: Deque[str] = deque(maxlen=20)
        self._has_ended = False
        # Written by a thread of its own: an interrupt in the midst of a line would spoil all that follow.
        self._lines: "queue.SimpleQueue[Optional[bytes]]" = queue.SimpleQueue()
        work = (self._write_lines, self._read_answers, self._read_log)
        self._threads = [threading.Thread(target=loop, daemon=True) for loop in work]
        self._log_reader = self._threads[2]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return not self._has_ended and self._process.poll() is None

    def request(self, method: str, params: Dict[str, Any], on_note: Optional[Notification] = None) -> Any:
        """Sends a request and waits for its answer; an interrupt leaves the request under way."""
        return self.wait(self.send(method, params), on_note)

    def send(self, method: str, params: Dict[str, Any]) -> Pending:
        """Sends a request."""
        with self._lock:
            pending = Pending(self._next_id)
            self._next_id += 1
        message = {"jsonrpc": "2.0", "id": pending.id, "method": method, "params": params}
        line = json.dumps(message, separators=(",", ":"), default=plain).encode() + b"\n"
        # The server could not answer: it does not read the id of a line that is too long.
        if self.max_bytes is not None and len(line) > self.max_bytes:
            problem = f"A message has at most {self.max_bytes:,} bytes; this one has {len(line):,}"
            advice = 'Give programs and tasks in several calls, or make the engine with options=["--max-message", MEGABYTES].'
            raise RequestError({"message": problem, "data": {"code": "message-too-large", "advice": advice}})
        with self._lock:
            if self._has_ended:
                raise self.death()
            self._pending[pending.id] = pending
            self._lines.put(line)
        return pending

    def wait(self, pending: Pending, on_note: Optional[Notification] = None) -> Any:
        """Hands notifications to `on_note` until the answer comes."""
        while True:
            try:
                message = pending.messages.get(timeout=WAIT_SECONDS)
            except queue.Empty:
                continue
            if "method" in message:
                if on_note is not None:
                    on_note(message["method"], message["params"])
            elif "error" in message:
                raise RequestError(message["error"])
            elif "result" in message:
                return message["result"]
            else:
                raise self.death()

    def close(self) -> None:
        """Ends the server: closes its input, and kills it if it does not end by itself."""
        try:
            self.send("shutdown", {})
        except EngineDied:
            pass
        self._lines.put(None)
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(CLOSE_SECONDS)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass

    def death(self) -> EngineDied:
        """The error of a request that the end of the process interrupts."""
        try:
            code: Optional[int] = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            code = None
        # What the server said last is read by then.
        self._log_reader.join(1.0)
        log = "".join(f"\n  {line}" for line in self._log)
        return EngineDied(
            f"The Megabatt server ended (exit code {code}); the request was lost. The next request starts a new server.{log}"
        )

    def _write_lines(self) -> None:
        stdin: Any = self._process.stdin
        try:
            for line in iter(self._lines.get, None):
                stdin.write(line)
                stdin.flush()
            stdin.close()
        except (OSError, ValueError):
            # The reader of answers notices the end of the process.
            pass

    def _read_answers(self) -> None:
        try:
            for line in self._process.stdout:  # type: ignore[union-attr]
                self._hand_out(json.loads(line))
        except (OSError, ValueError) as error:
            self._log.append(f"answers cannot be read: {error}")
        self._lines.put(None)
        with self._lock:
            self._has_ended = True
            lost = list(self._pending.values())
            self._pending.clear()
        for pending in lost:
            pending.messages.put({})

    def _hand_out(self, message: Dict[str, Any]) -> None:
        is_note = "method" in message
        number = message["params"]["request"] if is_note else message.get("id")
        with self._lock:
            pending = self._pending.get(number) if is_note else self._pending.pop(number, None)
        if pending is not None:
            pending.messages.put(message)
        elif number is None and "error" in message:
            self._log.append(str(message["error"].get("message")))

    def _read_log(self) -> None:
        try:
            for line in self._process.stderr:  # type: ignore[union-attr]
                text = line.decode(errors="replace").rstrip()
                self._log.append(text)
                print(text, file=sys.stderr)
        except (OSError, ValueError):
            pass


def plain(value: Any) -> Any:
    """Arrays and numbers of numpy as JSON has them."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be sent to the engine; grids are lists of rows, or arrays")

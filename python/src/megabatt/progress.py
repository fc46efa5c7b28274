"""Progress of a run: a line on stderr in terminals and notebooks."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, Union

Progress = Union[None, bool, Callable[[int, int], None]]
FIRST_SECONDS = 0.5
EVERY_SECONDS = 0.1
BAR_WIDTH = 20


class ProgressLine:
    """Shows how far a run is, once it takes longer than half a second; `wanted` None: where somebody can see it."""

    def __init__(self, wanted: Progress, stream: Optional[Any] = None) -> None:
        self._stream = stream or sys.stderr
        self._call = wanted if callable(wanted) else None
        self._is_shown = _is_watched(self._stream) if wanted is None else bool(wanted) and self._call is None
        self._started = time.monotonic()
        self._drawn_at = 0.0
        self._width = 0

    def update(self, done: int, total: int) -> None:
        if self._call is not None:
            self._call(done, total)
        now = time.monotonic()
        seconds = now - self._started
        if not self._is_shown or seconds < FIRST_SECONDS or now - self._drawn_at < EVERY_SECONDS:
            return
        self._drawn_at = now
        share = done / total if total else 1.0
        left = f", {seconds / share - seconds:.0f} s left" if share > 0 else ""
        bar = ("#" * int(BAR_WIDTH * share)).ljust(BAR_WIDTH, ".")
        self._draw(f"[{bar}] {share:4.0%} {done:,} of {total:,}{left}")

    def clear(self) -> None:
        if self._width > 0:
            self._draw("")
            self._stream.write("\r")
            self._stream.flush()
            self._width = 0

    def _draw(self, text: str) -> None:
        self._stream.write("\r" + text.ljust(self._width))
        self._stream.flush()
        self._width = len(text)


def _is_watched(stream: Any) -> bool:
    """Whether the stream is a terminal, or the output of a notebook."""
    return bool(getattr(stream, "isatty", lambda: False)()) or "ipykernel" in sys.modules

"""Errors of the client; each says what happened and what to do about it."""

from __future__ import annotations

from typing import Any, Dict, Optional


class MegabattError(Exception):
    """Base class of all errors of this package."""


class CommandNotFound(MegabattError):
    """The command `megabatt` is not on this machine."""


class EngineDied(MegabattError):
    """The server ended while a request was under way, or could not be started again."""


class RequestError(MegabattError):
    """The server refused a request. `code` is listed in docs/errors.md of Megabatt."""

    def __init__(self, error: Dict[str, Any]) -> None:
        data = error.get("data") or {}
        self.number: int = error.get("code", 0)
        self.code: str = data.get("code", "")
        self.advice: Optional[str] = data.get("advice")
        self.place: Optional[Dict[str, Any]] = data.get("place")
        lines = [f"{error.get('message', 'The request failed')} [{self.code}]"]
        if self.place:
            lines.append("  at " + ", ".join(f"{key} {value}" for key, value in self.place.items()))
        if self.advice:
            lines.append(f"  {self.advice}")
        super().__init__("\n".join(lines))


class ProgramError(MegabattError):
    """No program can be read; the message has each problem with its line and column."""

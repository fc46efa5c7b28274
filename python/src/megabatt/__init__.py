"""Megabatt: runs arc-dsl programs and batts on many grids, exactly and fast."""

from .engine import Engine
from .errors import CommandNotFound, EngineDied, MegabattError, ProgramError, RequestError
from .results import Diagnostic, Pair, Program, RunResult, Sample, Score, Task, Trace, TracedStatement
from .values import Function

__all__ = [
    "CommandNotFound",
    "Diagnostic",
    "Engine",
    "EngineDied",
    "Function",
    "MegabattError",
    "Pair",
    "Program",
    "ProgramError",
    "RequestError",
    "RunResult",
    "Sample",
    "Score",
    "Task",
    "Trace",
    "TracedStatement",
]
__version__ = "0.1.0"

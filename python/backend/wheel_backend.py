"""Builds the wheel of this package with the standard library alone, so that an installation needs no network (PEP 517)."""

from __future__ import annotations

import base64
import hashlib
import re
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

ROOT = Path(__file__).resolve().parent.parent
TAG = "py3-none-any"


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Optional[str] = None) -> str:
    """Writes the wheel and returns its file name."""
    sources = sorted(path for path in (ROOT / "src" / "megabatt").rglob("*") if path.suffix == ".py" or path.name == "py.typed")
    files = [(path.relative_to(ROOT / "src").as_posix(), path.read_bytes()) for path in sources]
    return _write_wheel(wheel_directory, files)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: Optional[str] = None) -> str:
    """Writes a wheel that refers to the sources (`pip install -e`)."""
    return _write_wheel(wheel_directory, [("megabatt.pth", f"{ROOT / 'src'}\n".encode())])


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Writes an archive of the sources and returns its file name."""
    project = _project()
    base = f"{project['name']}-{project['version']}"
    with tarfile.open(Path(sdist_directory) / f"{base}.tar.gz", "w:gz") as archive:
        for name in ("pyproject.toml", "README.md", "backend/wheel_backend.py", "src/megabatt"):
            archive.add(ROOT / name, f"{base}/{name}", filter=lambda info: None if "__pycache__" in info.name else info)
    return f"{base}.tar.gz"


def _write_wheel(folder: str, files: List[Tuple[str, bytes]]) -> str:
    project = _project()
    base = f"{project['name']}-{project['version']}"
    info = f"{base}.dist-info"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    metadata = (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        f"Summary: {project['description']}\nRequires-Python: {project['requires-python']}\nLicense: MIT\n"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    )
    wheel = f"Wheel-Version: 1.0\nGenerator: megabatt\nRoot-Is-Purelib: true\nTag: {TAG}\n"
    files = [*files, (f"{info}/METADATA", metadata.encode()), (f"{info}/WHEEL", wheel.encode())]
    record = "".join(f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files)
    files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode()))
    file_name = f"{base}-{TAG}.whl"
    with zipfile.ZipFile(Path(folder) / file_name, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return file_name


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def _project() -> Dict[str, str]:
    """The fields of [project] that are strings. Python before 3.11 has no reader of TOML."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[project]")[1]
    return dict(re.findall(r'^([a-z-]+) = "(.*)"$', text, re.MULTILINE))

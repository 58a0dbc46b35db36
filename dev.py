#!/usr/bin/env python3
"""Sets graphsvc up in .venv and runs it: needs Python 3.11 or newer and nothing else.

python3 dev.py demo    load the sample once and serve it
python3 dev.py test    run every test (more arguments go to pytest)
python3 dev.py check   format, lint, types and layers
python3 dev.py lock    write the lock files anew from pyproject.toml
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
UV = "uv==0.13.9"
RUNTIME, DEVELOPMENT = "requirements.lock", "requirements-dev.lock"


def main(arguments: list[str]) -> int:
    command, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if command == "demo":
        set_up(RUNTIME)
        return run("graphsvc", "demo", *rest)
    if command == "test":
        set_up(DEVELOPMENT)
        return run("pytest", *rest)
    if command == "check":
        set_up(DEVELOPMENT)
        steps = (
            ("ruff", "format", "--check", "."),
            ("ruff", "check", "."),
            ("pyright",),
            ("lint-imports",),
        )
        return max(run(*step) for step in steps)
    if command == "lock":
        set_up(DEVELOPMENT)
        common = ("pip", "compile", "--universal", "--generate-hashes", "--no-emit-index-url", "--no-header")
        python = ("--python-version", "3.11", "pyproject.toml")
        return max(
            run("uv", *common, *python, "-o", RUNTIME, "-q"),
            run("uv", *common, *python, "--group", "dev", "-o", DEVELOPMENT, "-q"),
        )
    print(__doc__)
    return 0 if command in ("help", "-h", "--help") else 2


def set_up(lock: str) -> None:
    """Install what the lock file says, and graphsvc itself in place; quick where that was done before."""
    if sys.version_info < (3, 11):
        sys.exit(f"graphsvc needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    stamp = VENV / f"{lock}.installed"
    wanted = hashlib.sha256((ROOT / lock).read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Setting up {VENV.name} from {lock} …", flush=True)
    if not (BIN / "python").exists():
        try:
            venv.create(VENV, with_pip=True)
        except subprocess.CalledProcessError:
            sys.exit("Python's venv module cannot make an environment; on Debian: apt-get install python3-venv")
    if subprocess.run([str(BIN / "python"), "-m", "pip", "--version"], capture_output=True).returncode:
        install(str(BIN / "python"), "-m", "ensurepip")  # an environment that another tool made has none
    install(str(BIN / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV)
    uv = (str(BIN / "uv"), "pip", "install", "--quiet", "--python", str(BIN / "python"))
    install(*uv, "--require-hashes", "-r", lock)
    install(*uv, "--no-deps", "--editable", ".")
    stamp.write_text(wanted)


def install(*command: str) -> None:
    if subprocess.run(command, cwd=ROOT).returncode:
        sys.exit("the set-up failed: see above; run the same command again once it is mended")


def run(program: str, *arguments: str) -> int:
    with subprocess.Popen([str(BIN / program), *arguments], cwd=ROOT) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue  # the program got it too, and ends in its own time


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

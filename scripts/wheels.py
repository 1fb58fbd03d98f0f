"""Builds a wheel for each Linux platform and tries each where nothing else is installed.

    python scripts/wheels.py [--only NAME ...] [--out dist]

Zig is compiler and linker for all of them, so the oldest C library that the platform promises is
linked against. Then, per wheel: the platform's tag is checked against the symbols that it needs
(auditwheel); on x86-64 it is installed with its dependencies into an empty environment of every
Python that is found; for 64-bit ARM it is unpacked into a Debian of that architecture whose Python
runs under qemu. `wheel_check.py` says what has to work there. macOS and Windows are built and
tried by `.github/workflows/wheels.yml`.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache" / "wheels"
TOOLS = ("maturin==1.16.0", "ziglang==0.17.1", "auditwheel==6.7.0")
CHECK = ROOT / "scripts" / "wheel_check.py"
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class Platform:
    """One wheel that can be built here."""

    name: str
    target: str
    """Rust's name of it."""
    tag: str
    """The promise: which C library, how old."""


PLATFORMS = (
    Platform("x86_64-glibc", "x86_64-unknown-linux-gnu", "manylinux2014"),
    Platform("aarch64-glibc", "aarch64-unknown-linux-gnu", "manylinux2014"),
    Platform("x86_64-musl", "x86_64-unknown-linux-musl", "musllinux_1_2"),
    Platform("aarch64-musl", "aarch64-unknown-linux-musl", "musllinux_1_2"),
)


def say(text: str) -> None:
    """One line of progress."""
    print(f"[wheels] {text}", file=sys.stderr, flush=True)


def run(*command: str | Path, **options: object) -> str:
    """Run and return what it printed; ends with its words if it fails."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(
            f"{' '.join(map(str, command))} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        )
    return str(done.stdout)


def tools() -> Path:
    """An environment with the builder, the linker and the auditor."""
    env = CACHE / "env"
    if not (env / ".done").exists():
        say("installing " + ", ".join(TOOLS))
        run(sys.executable, "-m", "venv", "--clear", env)
        run(env / "bin" / "python", "-m", "pip", "install", "--quiet", *TOOLS)
        (env / ".done").touch()
    return env


def build(env: Path, each: Platform, out: Path) -> Path:
    """Build one wheel."""
    say(f"{each.name}: building")
    sysroot = Path(run("rustc", "--print", "sysroot").strip())
    if not (sysroot / "lib" / "rustlib" / each.target).is_dir():
        run("rustup", "target", "add", each.target)
    made = CACHE / each.name
    shutil.rmtree(made, ignore_errors=True)
    command = ["build", "--release", "--locked", "--zig", "--target", each.target]
    command += ["--compatibility", each.tag, "--interpreter", sys.executable, "-o", str(made)]
    path = f"{env / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run(env / "bin" / "maturin", *command, cwd=ROOT, env={**os.environ, "PATH": path})
    (wheel,) = made.glob("*.whl")
    return Path(shutil.copy(wheel, out))


def audit(env: Path, each: Platform, wheel: Path) -> str:
    """The newest symbol version that it needs; ends if the tag promises an older system."""
    said = " ".join(run(env / "bin" / "auditwheel", "show", wheel).split())
    promised = wheel.stem.rpartition(".")[2] if "manylinux" in wheel.stem else each.tag
    if f'platform tag: "{promised.removeprefix("linux_")}' not in said and each.tag not in said:
        sys.exit(f"{wheel.name} does not keep its promise: {said}")
    versions = {
        word.strip("',{}.") for word in said.split() if word.strip("'{").startswith("GLIBC_")
    }
    newest = max(versions, key=lambda v: [int(n) for n in v[6:].split(".")], default="none")
    return newest


def interpreters() -> list[Path]:
    """Every CPython of ours that this machine has, the oldest first."""
    found: dict[str, Path] = {}
    homes = [Path(p) for p in os.environ.get("PATH", "").split(os.pathsep)]
    homes += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    for version in PYTHONS:
        for home in homes:
            path = home / f"python{version}"
            if "shims" not in home.parts and path.is_file() and version not in found:
                found[version] = path
    return list(found.values())


def try_natively(wheel: Path) -> list[str]:
    """Install it with what it needs, and nothing else, for every Python; run the check."""
    tried = []
    for python in interpreters():
        env = CACHE / "try" / python.name
        run(python, "-m", "venv", "--clear", env)
        run(env / "bin" / "python", "-m", "pip", "install", "--quiet", wheel)
        outside = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "CARGO"))}
        outside["PATH"] = f"{env / 'bin'}:/usr/bin:/bin"  # no Rust here
        said = run(env / "bin" / "python", "-I", CHECK, "--browser", cwd=CACHE, env=outside)
        tried.append(f"{python.name} ({said.strip().splitlines()[-1]})")
        shutil.rmtree(env)
    return tried


def debian_of_arm() -> Path:
    """A Debian for 64-bit ARM with Python, unpacked but not set up: qemu runs its programs."""
    root = CACHE / "arm64"
    if not (root / ".done").exists():
        for name in ("debootstrap", "qemu-aarch64"):
            if shutil.which(name) is None:
                sys.exit(f"{name} is missing; on Debian: apt-get install debootstrap qemu-user")
        say("unpacking a Debian for 64-bit ARM")
        shutil.rmtree(root, ignore_errors=True)
        options = ["--foreign", "--arch=arm64", "--variant=minbase", "--include=python3"]
        run("debootstrap", *options, "bookworm", root)
        packages = root / "var" / "cache" / "apt" / "archives"
        for package in packages.glob("*.deb"):
            run("dpkg-deb", "--extract", package, root)
        (root / ".done").touch()
    return root


def try_under_qemu(wheel: Path) -> list[str]:
    """Unpack it beside the emulated Python and run the check, without a browser."""
    root = debian_of_arm()
    beside = CACHE / "beside"
    shutil.rmtree(beside, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(beside)
    python = next((root / "usr" / "bin").glob("python3.*[0-9]"))
    command = ["qemu-aarch64", "-L", root, python, CHECK]
    outside = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(beside), "PYTHONHOME": str(root / "usr")}
    said = run(*command, cwd=CACHE, env=outside)
    return [f"{python.name} under qemu ({said.strip().splitlines()[-1]})"]


def main() -> int:
    """Build, check and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", nargs="*", choices=[p.name for p in PLATFORMS])
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    env, rows = tools(), []
    for each in PLATFORMS:
        if given.only and each.name not in given.only:
            continue
        wheel = build(env, each, given.out)
        newest = audit(env, each, wheel)
        tried = ["built only: no Python for it here"]
        if each.target == f"{platform.machine()}-unknown-linux-gnu":
            say(f"{each.name}: trying it in empty environments")
            tried = try_natively(wheel)
        elif each.name == "aarch64-glibc":
            say(f"{each.name}: trying it under qemu")
            tried = try_under_qemu(wheel)
        rows.append((wheel.name, f"{wheel.stat().st_size / 1e6:.2f} MB", newest, "; ".join(tried)))
    for row in rows:
        print("  ".join(row))
    return 0


if __name__ == "__main__":
    sys.exit(main())

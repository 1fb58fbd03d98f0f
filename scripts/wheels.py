"""Build a wheel for each Linux platform and test each in an otherwise empty environment.

    python scripts/wheels.py [--only NAME ...] [--out dist]

Zig is the compiler and linker for all of them, so that the oldest C library promised by the
platform tag is linked. Each wheel is then checked:

- The platform tag is compared with the required symbols (auditwheel for glibc, musl's own loader
  for musl).
- On x86-64 it is installed with its dependencies into an empty environment of every Python found.
- For 64-bit ARM it is unpacked into a Debian of that architecture, whose Python runs under qemu.

`wheel_check.py` defines what has to work there. Wheels for macOS and Windows are built and tested
by `.github/workflows/wheels.yml`.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache" / "wheels"
TOOLS = ("maturin==1.16.0", "ziglang==0.17.1", "auditwheel==6.7.0")
CHECK = ROOT / "scripts" / "wheel_check.py"
DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}
"""Debian's architecture names."""
PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True)
class Platform:
    """A wheel that can be built here."""

    name: str
    target: str
    """Rust's target name."""
    tag: str
    """The platform tag: which C library, and its oldest version."""


PLATFORMS = (
    Platform("x86_64-glibc", "x86_64-unknown-linux-gnu", "manylinux2014"),
    Platform("aarch64-glibc", "aarch64-unknown-linux-gnu", "manylinux2014"),
    Platform("x86_64-musl", "x86_64-unknown-linux-musl", "musllinux_1_2"),
    Platform("aarch64-musl", "aarch64-unknown-linux-musl", "musllinux_1_2"),
)


def say(text: str) -> None:
    """Print a line of progress."""
    print(f"[wheels] {text}", file=sys.stderr, flush=True)


def run(*command: str | Path, **options: object) -> str:
    """Run a command and return its output; exit with its output if it fails."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **options)  # type: ignore[call-overload]
    if done.returncode:
        sys.exit(
            f"{' '.join(map(str, command))} failed:\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
        )
    return str(done.stdout)


def tools() -> Path:
    """Return an environment with the builder, the linker and the auditor."""
    env = CACHE / "env"
    if not (env / ".done").exists():
        say("installing " + ", ".join(TOOLS))
        run(sys.executable, "-m", "venv", "--clear", env)
        run(env / "bin" / "python", "-m", "pip", "install", "--quiet", *TOOLS)
        (env / ".done").touch()
    return env


def build(env: Path, each: Platform, out: Path) -> Path:
    """Build one wheel; return its path."""
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
    """Return the required C library; exit if the tag promises an older system."""
    if "musl" in each.name:
        return audit_musl(each, wheel)
    said = " ".join(run(env / "bin" / "auditwheel", "show", wheel).split())
    promised = wheel.stem.rpartition(".")[2]
    if f'is consistent with the following platform tag: "{promised}"' not in said:
        sys.exit(f"{wheel.name} does not keep its promise: {said}")
    found = re.findall(r"GLIBC_([\d.]*\d)", said)
    return f"glibc {max(found, key=lambda v: [int(n) for n in v.split('.')])}"


def audit_musl(each: Platform, wheel: Path) -> str:
    """Let musl's own loader resolve every symbol; only those of Python may be missing.

    auditwheel mistakes this machine's libc.so for musl's, and musl has no symbol versions.
    """
    arch = each.name.partition("-")[0]
    root = debian(arch)
    (loader,) = root.glob("lib/ld-musl-*.so.1")
    emulator: list[str | Path] = [] if arch == platform.machine() else [f"qemu-{arch}", "-L", root]
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as archive:
        (name,) = [n for n in archive.namelist() if n.endswith(".so")]
        module = archive.extract(name, folder)
        command = [str(c) for c in (*emulator, loader, "--list", module)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    libraries = re.findall(r"(\S+) => ", said)
    missing = re.findall(r"relocating \S+: (\S+):", said)
    foreign = [symbol for symbol in missing if not re.match(r"_?Py", symbol)]
    if not missing or foreign or any(not n.startswith(("libc", "ld-musl")) for n in libraries):
        sys.exit(f"{wheel.name} does not load with musl: {said[-2000:]}")
    version = (root / "musl-version").read_text().strip()
    return f"musl {version} has all but {len(missing)} of Python's"


def interpreters() -> list[Path]:
    """Return every supported CPython on this machine, the oldest first."""
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
    """Install the wheel with only its dependencies for every Python, and run the check."""
    tried = []
    for python in interpreters():
        env = CACHE / "try" / python.name
        run(python, "-m", "venv", "--clear", env)
        run(env / "bin" / "python", "-m", "pip", "install", "--quiet", wheel)
        outside = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "CARGO"))}
        outside["PATH"] = f"{env / 'bin'}:/usr/bin:/bin"  # without Rust
        said = run(env / "bin" / "python", "-I", CHECK, "--browser", cwd=CACHE, env=outside)
        tried.append(f"{python.name} ({said.strip().splitlines()[-1]})")
        shutil.rmtree(env)
    return tried


def debian(arch: str) -> Path:
    """Return a Debian of this architecture with Python and musl, unpacked but not configured."""
    root = CACHE / f"debian-{arch}"
    if not (root / ".done").exists():
        for name in ("debootstrap", "qemu-aarch64"):
            if shutil.which(name) is None:
                sys.exit(f"{name} is missing; on Debian: apt-get install debootstrap qemu-user")
        say(f"unpacking a Debian for {arch}")
        shutil.rmtree(root, ignore_errors=True)
        options = ["--foreign", f"--arch={DEBIAN[arch]}", "--variant=minbase"]
        run("debootstrap", *options, "--include=python3,musl", "bookworm", root)
        for package in (root / "var" / "cache" / "apt" / "archives").glob("*.deb"):
            run("dpkg-deb", "--extract", package, root)
            if package.name.startswith("musl_"):
                (root / "musl-version").write_text(package.name.split("_")[1].partition("-")[0])
        (root / ".done").touch()
    return root


def try_under_qemu(wheel: Path) -> list[str]:
    """Unpack the wheel beside the emulated Python and run the check, without a browser."""
    root = debian("aarch64")
    beside = CACHE / "beside"
    shutil.rmtree(beside, ignore_errors=True)
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(beside)
    python = next((root / "usr" / "bin").glob("python3.*[0-9]"))
    command: list[str | Path] = ["qemu-aarch64", "-L", root, python, CHECK]
    outside = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(beside), "PYTHONHOME": str(root / "usr")}
    said = run(*command, cwd=CACHE, env=outside)
    return [f"{python.name} under qemu ({said.strip().splitlines()[-1]})"]


def main() -> int:
    """Build, check, and print a line for each wheel."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", nargs="*", choices=[p.name for p in PLATFORMS])
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    env = tools()
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
        size = f"{wheel.stat().st_size / 1e6:.2f} MB"
        print("  ".join((wheel.name, size, newest, "; ".join(tried))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

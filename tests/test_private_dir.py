"""The private folder of a process: FR-010, SC-004, and the images of draw mode."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from viewmark.errors import InvalidOption
from viewmark.private_dir import (
    PrivateDir,
    PrivateFiles,
    default_folder,
    sweep,
    temporary_folder,
    write_private,
)


def test_a_folder_that_another_user_made_first_is_left_for_one_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    own = temporary_folder()
    assert own.parent == tmp_path
    own.mkdir()
    monkeypatch.setattr(os, "getuid", lambda: own.stat().st_uid + 1)
    (tmp_path / f"viewmark-{os.getuid()}").mkdir()
    assert temporary_folder() == tmp_path / "home" / ".cache" / "viewmark"


LEAVE = """
import os, sys
from pathlib import Path
from viewmark.private_dir import PrivateDir
from viewmark.screenshot_slot import ScreenshotSlot
from viewmark.private_dir import PrivateFiles
base = Path(sys.argv[1])
room, slot, folder = PrivateDir(base), ScreenshotSlot(base), PrivateFiles()
print(room.write("a", b"secret"))
print(slot.put(b"secret").path)
print(folder.write("draw", ".png", b"secret"), flush=True)
{end}
"""


def leave(base: Path, *, end: str) -> list[Path]:
    """Return the files that a process had when it ended."""
    args = [sys.executable, "-c", LEAVE.format(end=end), str(base)]
    here = os.environ | {"TMPDIR": str(base.parent)}
    reply = subprocess.run(args, capture_output=True, text=True, check=False, env=here)
    return [Path(line) for line in reply.stdout.splitlines()]


@pytest.mark.parametrize("end", ["pass", "sys.exit(1)", "raise ValueError"])
def test_nothing_is_left_when_the_process_ends(tmp_path: Path, end: str) -> None:
    had = leave(tmp_path / "base", end=end)
    assert len(had) == 3
    assert [path for path in tmp_path.rglob("*") if not path.is_dir()] == []


def test_the_next_start_deletes_what_a_crash_left_and_spares_the_living(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    base = tmp_path / "base"
    living, drawing = PrivateDir(base), PrivateFiles()
    kept = [living.write("a", b"alive"), drawing.write("draw", ".png", b"alive")]
    crashed = leave(base, end="os.kill(os.getpid(), 9)")
    assert len(crashed) == 3
    assert all(path.exists() for path in crashed)
    PrivateDir(base).close()
    assert [path.exists() for path in crashed] == [False, False, True]
    PrivateFiles()
    assert not crashed[2].exists()
    assert all(path.exists() for path in kept)
    assert sweep(base) == sweep(temporary_folder()) == 0
    living.close()
    drawing.close()


def test_nothing_is_deleted_in_a_place_that_is_not_ours_alone(tmp_path: Path) -> None:
    (tmp_path / "a.lock").write_text("")
    (tmp_path / "a").mkdir()
    tmp_path.chmod(0o755)
    assert sweep(tmp_path) == sweep(tmp_path / "a.lock") == sweep(tmp_path / "none") == 0
    assert (tmp_path / "a").exists()


def test_a_file_appears_in_one_step_and_is_never_written_through(tmp_path: Path) -> None:
    path = write_private(tmp_path, "a", b"1")
    assert path.read_bytes() == b"1"
    assert path.stat().st_mode & 0o077 == 0
    theirs = tmp_path / "theirs"
    theirs.write_bytes(b"theirs")
    (tmp_path / "b").hardlink_to(theirs)
    assert write_private(tmp_path, "b", b"2").read_bytes() == b"2"
    assert theirs.read_bytes() == b"theirs"


def test_a_folder_open_to_others_or_no_folder_is_refused(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path)
    for folder in (shared, tmp_path / "file", tmp_path / "link"):
        with pytest.raises(InvalidOption):
            PrivateDir(folder)


def test_the_default_folder_is_a_private_place_of_this_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert default_folder() == tmp_path / "viewmark"
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert default_folder() == temporary_folder()
    assert str(os.getuid()) in default_folder().name

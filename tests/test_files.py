"""Files are written completely or not at all, and only to regular files."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from viewmark.errors import FileNotWritten, PathNotAllowed, ViewmarkError
from viewmark.files import check_target, write_atomic, write_inside


def test_a_file_is_there_whole_and_for_its_owner_only(tmp_path: Path) -> None:
    path = write_atomic(tmp_path / "new folder" / "a.jpg", b"x" * 100_000)
    assert path.read_bytes() == b"x" * 100_000
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [p.name for p in path.parent.iterdir()] == ["a.jpg"]


def test_files_stay_in_the_output_folder(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert write_inside(folder, "a/b.jpg", b"x").read_bytes() == b"x"
    (folder / "link").symlink_to(tmp_path)
    (folder / "file").symlink_to(tmp_path / "outside.jpg")
    for name in ("../b.jpg", "/etc/x", "a/../../b", "link/b.jpg", "file", "", ".", "a\0b"):
        with pytest.raises(PathNotAllowed):
            write_inside(folder, name, b"x")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out"]


def test_a_hard_link_is_replaced_and_not_written_through(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    theirs.write_bytes(b"theirs")
    (tmp_path / "out").mkdir()
    os.link(theirs, tmp_path / "out" / "a")
    write_inside(tmp_path / "out", "a", b"ours")
    assert theirs.read_bytes() == b"theirs"
    assert (tmp_path / "out" / "a").read_bytes() == b"ours"


def test_what_is_not_a_plain_file_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
    (tmp_path / "linked").symlink_to(tmp_path / "pipe")
    kinds = {"folder": "a folder", "pipe": "a pipe", "socket": "a socket", "linked": "a pipe"}
    for name, kind in kinds.items():
        for write in (
            lambda name: write_inside(tmp_path, name, b"x"),
            lambda name: write_atomic(tmp_path / name, b"x"),
            lambda name: check_target(tmp_path, name),
        ):
            with pytest.raises(PathNotAllowed, match=f"is {kind}") as caught:
                write(name)
            assert caught.value.hint == "Give the name of a plain file."
    with pytest.raises(PathNotAllowed, match="a device"):
        write_atomic("/dev/null", b"x")


@pytest.mark.parametrize("name", ["x" * 256, "ä" * 200, "x/" * 3000, "file/below", "\udfff\ud800"])
def test_a_name_that_cannot_be_is_told_before_anything_is_written(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ViewmarkError) as caught:
        write_inside(tmp_path, name, b"x")
    assert isinstance(caught.value, FileNotWritten)
    assert len(caught.value.message) < 400
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_full_disk_leaves_what_was_there_and_nothing_new(tmp_path: Path) -> None:
    """A limit on the file size simulates a full disk: the write fails halfway."""
    (tmp_path / "a").write_bytes(b"old")
    code = (
        "import resource, signal, sys\n"
        "from viewmark.errors import FileNotWritten\n"
        "from viewmark.files import write_atomic\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "try:\n    write_atomic(sys.argv[1], b'x' * 100_000)\n"
        "except FileNotWritten as error:\n    print(error.message)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "a")],
        capture_output=True,
        text=True,
        timeout=30,
        check=True,
    )
    assert "cannot be written: File too large." in done.stdout
    assert (tmp_path / "a").read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a"]

"""The screenshot slot: FR-010, FR-011, FR-013, SC-004."""

from __future__ import annotations

import hashlib
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from viewmark.errors import ImageCorrupt, InvalidOption, PictureSuperseded
from viewmark.screenshot_slot import ScreenshotSlot


@pytest.fixture(params=["memory", "file"])
def slot(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ScreenshotSlot]:
    with ScreenshotSlot(tmp_path / "base" if request.param == "file" else None) as made:
        yield made


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]


def test_a_picture_is_kept_under_an_id_with_hash_and_generation(slot: ScreenshotSlot) -> None:
    picture = slot.put(b"first")
    assert slot.current == picture
    assert (picture.generation, picture.size, picture.format) == (1, 5, "jpeg")
    assert picture.sha256 == hashlib.sha256(b"first").hexdigest()
    with slot.lease(picture.id) as data:
        assert data == b"first"


def test_an_old_id_answers_superseded_and_never_another_picture(slot: ScreenshotSlot) -> None:
    old = slot.put(b"old")
    new = slot.put(b"new")
    with pytest.raises(PictureSuperseded) as caught, slot.lease(old.id):
        pass
    assert caught.value.data["current"] == new.id
    assert new.id != old.id
    assert new.generation == 2
    with slot.lease(new.id) as data:
        assert data == b"new"


def test_ids_are_never_used_again(slot: ScreenshotSlot) -> None:
    assert len({slot.put(b"same").id for _ in range(50)}) == 50


def test_the_picture_is_deleted_when_the_request_ends_well(slot: ScreenshotSlot) -> None:
    picture = slot.put(b"x")
    with slot.lease(picture.id):
        pass
    assert slot.current is None
    with pytest.raises(PictureSuperseded), slot.lease(picture.id):
        pass


def test_the_picture_is_deleted_when_the_request_fails(slot: ScreenshotSlot) -> None:
    picture = slot.put(b"x")
    with pytest.raises(RuntimeError, match="model"), slot.lease(picture.id):
        raise RuntimeError("the model is down")
    assert slot.current is None


def test_a_retry_inside_the_lease_sees_the_same_picture(slot: ScreenshotSlot) -> None:
    picture = slot.put(b"kept")
    with slot.lease(picture.id) as first:
        slot.put(b"newer")
        assert first == b"kept"


def test_two_requests_share_a_picture_until_the_second_ends(slot: ScreenshotSlot) -> None:
    picture = slot.put(b"shared")
    with slot.lease(picture.id):
        with slot.lease(picture.id):
            pass
        with slot.lease(picture.id) as again:
            assert again == b"shared"


@pytest.mark.parametrize("bad", [b"", "text", None, bytearray(b"x")])
def test_what_is_no_picture_is_refused(slot: ScreenshotSlot, bad: object) -> None:
    with pytest.raises(InvalidOption):
        slot.put(bad)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption):
        slot.put(b"x", format="gif")


def test_many_threads_get_their_own_picture_or_superseded(slot: ScreenshotSlot) -> None:
    wrong: list[bytes] = []

    def work(number: int) -> None:
        for i in range(20):
            data = f"{number}-{i}".encode()
            picture = slot.put(data)
            try:
                with slot.lease(picture.id) as got:
                    if got != data:
                        wrong.append(got)
            except PictureSuperseded:
                pass

    threads = [threading.Thread(target=work, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_file_and_its_folder_are_private_and_replaced_files_are_gone(tmp_path: Path) -> None:
    with ScreenshotSlot(tmp_path / "base") as slot:
        first, second = slot.put(b"1", format="png"), slot.put(b"2")
        assert first.path is not None
        assert second.path is not None
        assert not first.path.exists()
        assert stat.S_IMODE(second.path.stat().st_mode) == 0o600
        assert stat.S_IMODE(second.path.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "base").stat().st_mode) == 0o700
        assert files(tmp_path) == [second.path]
    assert list((tmp_path / "base").iterdir()) == []


def test_a_leased_file_outlives_its_replacement_and_then_goes(tmp_path: Path) -> None:
    with ScreenshotSlot(tmp_path / "base") as slot:
        old = slot.put(b"old")
        assert old.path is not None
        with slot.lease(old.id):
            slot.put(b"new")
            assert old.path.exists()
        assert not old.path.exists()


def test_a_file_changed_from_outside_is_never_delivered(tmp_path: Path) -> None:
    with ScreenshotSlot(tmp_path / "base") as slot:
        for spoil in (lambda p: p.write_bytes(b"other"), lambda p: p.unlink()):
            picture = slot.put(b"mine")
            spoil(picture.path)
            with pytest.raises(ImageCorrupt), slot.lease(picture.id):
                pass


def test_a_closed_slot_takes_no_picture(tmp_path: Path) -> None:
    slot = ScreenshotSlot(tmp_path / "base")
    slot.close()
    slot.close()
    with pytest.raises(InvalidOption):
        slot.put(b"x")

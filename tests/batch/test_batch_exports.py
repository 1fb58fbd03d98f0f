"""Export formats of a data set, its gallery, report and verification; no browser is used."""

from __future__ import annotations

import json
import tarfile
from hashlib import sha256
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from PIL import Image

from viewmark.batch import PageRow, PageTask, PageView, export, verify
from viewmark.batch.dhash import dhash
from viewmark.batch.exports import instructions, picture_path
from viewmark.batch.model import key_of, split_of
from viewmark.batch.options import BatchOptions
from viewmark.batch.quality import Quality
from viewmark.batch.row import blank
from viewmark.batch.schema import COLUMNS, MARK, VERSION
from viewmark.batch.shards import describe, read_rows, record_of, write_facts, write_shard
from viewmark.cli import main
from viewmark.errors import InvalidOption

HOSTILE = "</title><script>alert(1)</script><img src=x onerror=alert(2)>\"'&"


def picture(color: str = "#336699", size: tuple[int, int] = (400, 300)) -> bytes:
    made = BytesIO()
    Image.new("RGB", size, color).save(made, "JPEG")
    return made.getvalue()


def mark(label: int, **given: Any) -> dict[str, Any]:
    plain: dict[str, Any] = dict.fromkeys(MARK, "")
    plain |= {"label": label, "role": "button", "name": f"Name {label}", "hint": "clickable"}
    plain |= {"x": 10.0 * label, "y": 20.0, "width": 8.0, "height": 30.0, "frame": None}
    plain |= {"click_x": 10.0 * label + 4, "click_y": 35.0, "visible_ratio": 1.0, "state": "{}"}
    plain |= {name: False for name, kind in MARK.items() if kind == "bool"}
    return plain | given


def row(n: int, **given: Any) -> PageRow:
    url, view = f"https://site{n}.example/page?n={n}", PageView(width=400, height=300)
    found = blank(PageTask(url, view, key_of(url, view), attempts=1), BatchOptions(split=True))
    if "error_code" not in given:
        found.image = found.marked = picture()
        found.image_format, found.image_width, found.image_height = "jpeg", 400, 300
        found.scale, found.title, found.final_url = 1.0, f"Page {n}", url
        found.total_found, found.status = 3, 200
        found.marks = [mark(1), mark(2, name=f"Other {n}"), mark(3, name="")]
        found.image_sha256 = sha256(found.image).hexdigest()
    for name, value in given.items():
        setattr(found, name, value)
    return found


def data_set(folder: Path, rows: list[PageRow]) -> Path:
    shards = []
    for split in sorted({each.split for each in rows}):
        records = [record_of(each) for each in rows if each.split == split]
        groups = [records[n : n + 2] for n in range(0, len(records), 2)]
        shards.append(write_shard(folder, f"{split}-00000.parquet", split, groups))
    write_facts(folder, shards, {})
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [row(n) for n in range(20)]
    rows[3].title = HOSTILE
    rows[3].marks[0]["name"] = HOSTILE
    rows.append(row(30, error_code="navigation_failed", error=f"no such host {HOSTILE}"))
    return data_set(tmp_path, rows)


def all_rows(folder: Path) -> list[dict[str, Any]]:
    return [each for path in sorted((folder / "data").iterdir()) for each in read_rows(path)]


def test_the_schema_has_its_version_and_is_the_one_that_the_guide_describes(
    folder: Path,
) -> None:
    schema = pq.read_schema(folder / "data" / "train-00000.parquet")
    assert schema.metadata[b"viewmark_schema"] == str(VERSION).encode()
    assert schema.names == list(COLUMNS)
    marks = schema.field("marks").type.value_type
    assert [marks.field(n).name for n in range(marks.num_fields)] == list(MARK)
    features = json.loads(schema.metadata[b"huggingface"])["info"]["features"]
    assert features["image"] == features["marked"] == {"_type": "Image"}


def test_webdataset_has_pictures_and_facts_of_every_row_under_its_key(folder: Path) -> None:
    export("webdataset", folder)
    samples: dict[str, dict[str, bytes]] = {}
    for path in (folder / "webdataset").glob("*.tar"):
        with tarfile.open(path) as tar:
            for member in tar:
                key, _, ending = member.name.partition(".")
                file = tar.extractfile(member)
                assert file is not None
                samples.setdefault(key, {})[ending] = file.read()
    rows = {each["key"]: each for each in all_rows(folder)}
    assert samples.keys() == rows.keys()
    for key, sample in samples.items():
        facts = json.loads(sample["json"])
        assert facts["marks"] == rows[key]["marks"]
        if facts["error_code"] is None:
            assert sample["jpg"] == rows[key]["image"]["bytes"]
            assert sample["marked.jpg"] == rows[key]["marked"]["bytes"]


def test_coco_has_a_box_for_each_mark_and_a_category_for_each_role(folder: Path) -> None:
    export("coco", folder)
    pictures = boxes = 0
    for path in (folder / "coco").glob("*.json"):
        told = json.loads(path.read_bytes())
        kinds = {each["id"] for each in told["categories"]}
        images = {each["id"]: each for each in told["images"]}
        pictures, boxes = pictures + len(images), boxes + len(told["annotations"])
        for each in told["annotations"]:
            image = images[each["image_id"]]
            assert each["category_id"] in kinds
            assert each["area"] == pytest.approx(each["bbox"][2] * each["bbox"][3])
            with Image.open(folder / "images" / image["file_name"]) as shown:
                assert shown.size == (image["width"], image["height"])
    assert (pictures, boxes) == (20, 60)


def test_grounding_sets_name_what_has_one_answer_with_box_and_point(folder: Path) -> None:
    export("grounding", folder)
    [first, *_] = [each for each in all_rows(folder) if each["split"] == "train"]

    def of(kind: str, name: str) -> list[dict[str, Any]]:
        told = json.loads((folder / "grounding" / f"{kind}_train.json").read_bytes())
        return [each for each in told if each[name] == picture_path(first)]

    spots = of("screenspot", "img_filename")
    names = [each["instructions"][0] for each in spots]
    assert "" not in names
    assert len(names) == len(set(names))
    assert spots[0]["bbox"] == [10.0, 20.0, 8.0, 30.0]
    assert spots[0]["instruction"] == 'click the button "Name 1"'
    [atlas] = of("os_atlas", "img_filename")
    assert atlas["elements"][0]["bbox"] == [0.025, 0.06667, 0.045, 0.16667]
    [showui] = of("showui", "img_url")
    assert showui["img_size"] == [400, 300]
    assert showui["element"][0]["point"] == [0.035, 0.11667]
    [talk] = of("uground", "image")
    assert talk["conversations"][1] == {"from": "gpt", "value": "(35, 116)"}
    assert instructions(mark(1, name="", text="")) == []


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def test_gallery_and_report_fetch_nothing_and_run_nothing_of_a_page(folder: Path) -> None:
    export("gallery", folder)
    export("report", folder)
    for name, scripts in (("index.html", 1), ("report.html", 0)):
        text = (folder / name).read_text()
        page = _Reader()
        page.feed(text)
        assert page.tags.count("script") == scripts
        assert not [each for each, _ in page.attributes if each.startswith("on")]
        sources = [value or "" for each, value in page.attributes if each in ("src", "href")]
        assert all(value.startswith("data:") for value in sources)
        assert "default-src 'none'" in text
    assert (folder / "index.html").read_text().count("<article>") == 21


async def test_the_search_of_the_gallery_finds_by_title_role_and_error(
    folder: Path, chromium: Any
) -> None:
    export("gallery", folder)
    page = await chromium.page((folder / "index.html").as_uri())
    count = "function (w) { const b = document.getElementById('search'); b.value = w;"
    count += " b.dispatchEvent(new Event('input'));"
    count += " return document.getElementById('count').textContent; }"
    for words, told in (
        ("", "21 of 21"),
        ("PAGE 17", "1 of 21"),
        ("navigation_failed", "1 of 21"),
        ("nothing like it", "0 of 21"),
    ):
        assert await page.call(None, count, words) == f"{told} shown"
    # Images hidden by the search are lazy and may not be loaded yet.
    decoded = (
        "() => Promise.all([...document.images].map((i) => ((i.loading = 'eager'), i.decode())))"
    )
    assert await page.call(None, f"{decoded}.then((all) => all.length)") == 20
    await page.close()


def test_the_report_counts_what_is_wrong_with_marks(folder: Path) -> None:
    counted = Quality()
    pair = [mark(1), mark(2, x=12.0), mark(3, x=200.0, occluded=True, click_x=None)]
    counted.add(row(1, marks=pair).facts() | {"image_bytes": 1000})
    counted.add(row(2, error_code="page_crashed", error="It crashed.").facts())
    assert (counted.overlapping, counted.occluded, counted.pointless) == (2, 1, 1)
    assert (counted.small, counted.failed, counted.pages) == (3, 1, 1)
    assert counted.errors == {"page_crashed": 1}
    export("report", folder)
    told = json.loads((folder / "report.json").read_text())
    assert (told["rows"], told["marks"], told["nameless"]) == (21, 60, 20)


def test_the_check_finds_every_kind_of_damage(folder: Path) -> None:
    assert verify(folder).problems == []
    path = folder / "data" / "train-00000.parquet"
    whole = path.read_bytes()
    for damaged, told in (
        (whole[:-200], "bytes, not"),
        (whole[:4000] + bytes(64) + whole[4064:], "checksum of its list"),
    ):
        path.write_bytes(damaged)
        assert any(told in each for each in verify(folder).problems)
    path.unlink()
    assert "data/train-00000.parquet is missing" in verify(folder).problems
    path.write_bytes(whole)
    (folder / "data" / "train-00001.parquet").write_bytes(whole)
    problems = verify(folder).problems
    assert "data/train-00001.parquet is in no list (shards.jsonl)" in problems
    assert any("is there twice" in each for each in problems)
    (folder / "shards.jsonl").unlink()
    with pytest.raises(InvalidOption, match="no finished data set"):
        verify(folder)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"image_sha256": "00"}, "does not have its checksum"),
        ({"image": b"no picture"}, "is not a picture"),
        ({"image_width": 300}, "is a jpeg of 400x300"),
        ({"marks": [mark(1, x=399.0)]}, "lies outside of the picture"),
        ({"marks": [mark(2)]}, "has the label 2"),
        ({"error": "half"}, "half an error"),
        ({"image": None, "marked": None}, "has no picture"),
    ],
)
def test_the_check_reads_every_row(tmp_path: Path, change: dict[str, Any], told: str) -> None:
    made = row(1)
    made.split = "train"
    for name, value in change.items():
        setattr(made, name, value)
    data_set(tmp_path, [made])
    assert any(told in each for each in verify(tmp_path).problems)


def test_files_are_the_same_for_the_same_rows(tmp_path: Path) -> None:
    one, other = (data_set(tmp_path / name, [row(1), row(2)]) for name in ("a", "b"))
    names = [each.name for each in (one / "data").iterdir()]
    assert [describe(one, name)[0] for name in names] == [
        describe(other, name)[0] for name in names
    ]


def test_all_pages_of_a_site_go_to_one_part_and_most_sites_to_train() -> None:
    parts = [split_of(f"site{n}.example") for n in range(2000)]
    assert parts == [split_of(f"site{n}.example") for n in range(2000)]
    assert 0.75 < parts.count("train") / 2000 < 0.85
    assert 0.07 < parts.count("test") / 2000 < 0.13


def test_the_hash_is_that_of_what_is_seen_and_not_of_the_bytes() -> None:
    image = Image.radial_gradient("L").resize((640, 480))
    hashes = []
    for quality, size in ((90, (640, 480)), (40, (640, 480)), (80, (320, 240))):
        made = BytesIO()
        image.resize(size).save(made, "JPEG", quality=quality)
        hashes.append(int.from_bytes(dhash(made.getvalue()), "big"))
    assert all((hashes[0] ^ each).bit_count() <= 10 for each in hashes)
    assert (hashes[0] ^ int.from_bytes(dhash(picture()), "big")).bit_count() > 40


def test_the_command_line_exports_and_checks_a_data_set_that_is_there(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["batch", "--out", str(folder), "--export", "coco", "--export", "report"]) == 0
    assert "coco: 60 boxes of 1 roles on 20 pictures" in capsys.readouterr().out
    assert main(["batch", "--verify", str(folder)]) == 0
    assert capsys.readouterr().out.startswith("sound: ")
    (folder / "data" / "train-00000.parquet").unlink()
    assert main(["batch", "--verify", str(folder), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["problems"] == ["data/train-00000.parquet is missing"]
    assert main(["batch", "--out", str(folder)]) == 2


@pytest.mark.parametrize("name", ["/no/such/list", "./urls", "no-such-list.txt"])
def test_a_list_that_is_not_there_is_refused_and_nothing_is_begun(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["batch", name, "--out", str(tmp_path / "set")]) == 2
    assert f"There is no file '{name}'" in capsys.readouterr().err
    assert not (tmp_path / "set").exists()

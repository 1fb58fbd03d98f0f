"""Writes `elements/icon_names.bin`: what icon sets call their drawings, by fingerprints.

    python scripts/make_icon_names.py [FOLDER]

Takes the packages below with `npm pack` (into FOLDER, which is kept, or a temporary one), writes
the geometry of each drawing in the one way of `js/page/icon_prints.js`, and keeps 40 bits of it
and the name. No drawing is kept. Where two sets have the same drawing, the first one names it.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tempfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

if TYPE_CHECKING:
    from collections.abc import Iterator

SETS: Final = {
    # Package and version: how the paths of its drawings begin. All are MIT, ISC or Apache-2.0.
    "heroicons@2.2.0": r"package/(16|20|24)/",
    "feather-icons@4.29.2": "package/dist/icons/",
    "lucide-static@1.62.0": "package/icons/",
    "@radix-ui/react-icons@1.3.2": "package/dist/react-icons.esm.js",
    "bootstrap-icons@1.13.2": "package/icons/",
    "@primer/octicons@19.42.0": "package/build/svg/",
    "@mdi/svg@7.4.47": "package/svg/",
    "@material-design-icons/svg@0.14.15": "package/(filled|outlined|round)/",
    "@tabler/icons@3.52.0": "package/icons/",
    "ionicons@8.1.0": "package/dist/svg/",
    "@ant-design/icons-svg@4.6.0": "package/inline-namespaced-svg/",
    "@phosphor-icons/core@2.1.1": "package/assets/(regular|bold|fill)/",
    "@carbon/icons@11.89.0": "package/svg/32/",
    "@fluentui/svg-icons@1.1.343": r"package/icons/[^/]*_(16|20|24)_(regular|filled)\.svg",
    "remixicon@4.6.0": "package/icons/",
    "@element-plus/icons-svg@2.3.2": "package/",
    "iconoir@7.12.1": "package/icons/",
    "eva-icons@1.1.3": "package/(fill|outline)/svg/",
    "@gravity-ui/icons@2.23.0": "package/svgs/",
    "@material-symbols/svg-400@0.48.2": "package/outlined/",
}
OUTPUT: Final = Path(__file__).parents[1] / "python/viewmark/elements/icon_names.bin"
GEOMETRY: Final = {
    "path": ("d",),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "rect": ("x", "y", "width", "height", "rx"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
HIDDEN: Final = {"defs", "clipPath", "mask", "symbol", "pattern"}
SHAPES: Final = 24
LONGEST: Final = 12_000
STYLES: Final = {
    *"outline outlined filled fill line solid sharp round rounded regular bold thin light".split(),
    *"duotone twotone alt variant logo 12 16 20 24 32 48 96".split(),
}
"""Last words of names that say how something is drawn, not what it is."""
SAME: Final = {
    "x": "cross",
    "x mark": "cross",
    "bars": "menu",
    "cog tooth": "settings",
    "cog": "settings",
    "gear": "settings",
    "kebab": "ellipsis",
    "dots": "ellipsis",
    "more vert": "ellipsis",
    "more horiz": "ellipsis",
}


def write_numbers(numbers: str) -> str:
    """Numbers of a drawing without needless blanks, commas and zeros."""
    text = re.sub(r"[\s,]+", " ", numbers)
    text = re.sub(r"(^|[^\d.])0+(?=\.\d)", r"\1", text)
    text = re.sub(r" ?([a-zA-Z]) ?", r"\1", text)
    text = re.sub(r" (?=-)", "", text)
    return re.sub(r"(\.\d+) (?=\.)", r"\1", text).strip()


def is_edge(numbers: str, sides: list[str]) -> bool:
    """Whether a shape is only the edge of the drawing."""
    found = re.findall(r"\d*\.?\d+", numbers)
    is_straight = re.fullmatch(r"[mhvlzMHVLZ\s\d.-]+", numbers) is not None
    return is_straight and bool(found) and all(float(n) == 0 or n in sides for n in found)


def write_geometry(svg: str) -> str:
    """What of a drawing is hashed; empty if it is none, or too large."""
    root = ElementTree.fromstring(svg)
    sides = re.split(r"[\s,]+", root.get("viewBox", "").strip())[2:]
    found: list[str] = []

    def collect(element: ElementTree.Element) -> None:
        for part in element:
            tag = part.tag.rpartition("}")[2]
            if tag in HIDDEN:
                continue
            if tag in GEOMETRY:
                numbers = " ".join(write_numbers(part.get(name, "0")) for name in GEOMETRY[tag])
                bare = numbers if tag == "path" else re.sub(r" \S*$", "", numbers)
                if not (tag in {"path", "rect"} and is_edge(bare, sides)):
                    found.append(f"{tag[0]}{len(tag)} {numbers}")
            collect(part)

    collect(root)
    text = "|".join(found)
    return "" if len(found) > SHAPES or len(text) > LONGEST else text


def fingerprint(text: str) -> bytes:
    """FNV-1a in 32 bits and the highest 8 of FNV-1, as in the page."""
    one, other = 0x811C9DC5, 0x9E3779B9
    for code in text.encode("latin-1", "replace"):
        one = (one ^ code) * 0x01000193 & 0xFFFFFFFF
        other = (other * 0x01000193 & 0xFFFFFFFF) ^ code
    return one.to_bytes(4, "big") + bytes([other >> 24])


def clean_name(stem: str) -> str:
    """Words of a file name: what is drawn, not how."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", stem.removeprefix("ic_fluent_")).lower()
    pieces = re.sub(r"[^a-z0-9]+", " ", words).split()
    while len(pieces) > 1 and pieces[-1] in STYLES:
        pieces.pop()
    pieces = [re.sub(r"(?<=[a-z]{4})\d+$", "", piece) for piece in pieces]
    worded = [piece for piece in pieces if not piece.isdigit()]
    # `cog 6 tooth` and `trash 2` are a cog and bin; `number 2` and `2 circle` are not.
    if len(worded) > 1 or (worded and worded[0] not in {"number", "circle", "square"}):
        pieces = worded
    name = " ".join(pieces)
    return SAME.get(name, name)


def read_drawings(archive: Path, prefix: str) -> Iterator[tuple[str, str]]:
    """The name and markup of each drawing of a package."""
    with tarfile.open(archive) as tar:
        for member in sorted(tar.getmembers(), key=lambda each: each.name):
            if not re.match(prefix, member.name) or not member.isfile():
                continue
            file = tar.extractfile(member)
            text = file.read().decode("utf-8") if file else ""
            if member.name.endswith(".svg"):
                yield PurePosixPath(member.name).stem, text
            elif member.name.endswith(".js"):
                yield from read_components(text)


def read_components(script: str) -> Iterator[tuple[str, str]]:
    """The drawings of a bundle of React components, each `XIcon = ... createElement("svg"`."""
    for piece in re.split(r"(?:var|const) (?=\w+Icon = )", script)[1:]:
        paths = "".join(f'<path d="{d}"/>' for d in re.findall(r'\bd: "([^"]+)"', piece))
        size = re.search(r'viewBox: "([^"]+)"', piece)
        if paths and size:
            name = piece[: piece.index("Icon = ")]
            yield name, f'<svg viewBox="{size[1]}">{paths}</svg>'


def fetch_package(spec: str, folder: Path) -> Path:
    """The archive of a package, fetched once."""
    name, _, version = spec.rpartition("@")
    archive = folder / f"{name.lstrip('@').replace('/', '-')}-{version}.tgz"
    if not archive.exists():
        command = ["npm", "pack", "--silent", "--pack-destination", str(folder), spec]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return archive


def make_table(folder: Path) -> bytes:
    """The table of all sets, packed."""
    known: dict[bytes, str] = {}
    for spec, prefix in SETS.items():
        before = len(known)
        for stem, svg in read_drawings(fetch_package(spec, folder), prefix):
            name, geometry = clean_name(stem), write_geometry(svg)
            if geometry and name:
                known.setdefault(fingerprint(geometry), name)
        print(f"{spec}: {len(known) - before} drawings")
    names = sorted(set(known.values()))
    number = {name: i for i, name in enumerate(names)}
    keys = sorted(known)
    indices = b"".join(number[known[key]].to_bytes(2, "big") for key in keys)
    data = len(keys).to_bytes(4, "big") + b"".join(keys) + indices + "\n".join(names).encode()
    print(f"{len(keys)} drawings, {len(names)} names")
    return zlib.compress(data, 9)


def main(arguments: list[str]) -> None:
    """Writes the table."""
    with tempfile.TemporaryDirectory() as temporary:
        packed = make_table(Path(arguments[0] if arguments else temporary))
    OUTPUT.write_bytes(packed)
    print(f"{OUTPUT.name}: {len(packed)} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])

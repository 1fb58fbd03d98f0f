"""Generate the small images of this folder: every common kind of JPEG and PNG, 40x24 or odd sizes.

Run `python tests/images/zoo/make.py` to regenerate them. Needs Pillow, and libjpeg-turbo's `cjpeg`
for the kinds that Pillow cannot write (Debian: libjpeg-turbo-progs 2.1.5).
"""

import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

from PIL import Image, ImageDraw

HERE = Path(__file__).parent


def scene(width: int, height: int) -> Image.Image:
    """Draw a plain background, a gradient, a few lines and letters, similar to a small page."""
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    for x in range(width):
        draw.line([(x, height * 2 // 3), (x, height)], fill=(x * 6 % 256, 90, 200 - x * 3 % 200))
    draw.rectangle([0, 0, width // 2, height // 3], outline="navy", fill="#fe8")
    draw.text((4, 2), "Ab1", fill="black")
    return image


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return one PNG chunk."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def adam7(image: Image.Image) -> bytes:
    """Return an interlaced PNG, which Pillow cannot write."""
    width, height = image.size
    rows = b""
    for x0, y0, dx, dy in (
        (0, 0, 8, 8),
        (4, 0, 8, 8),
        (0, 4, 4, 8),
        (2, 0, 4, 4),
        (0, 2, 2, 4),
        (1, 0, 2, 2),
        (0, 1, 1, 2),
    ):
        for y in range(y0, height, dy):
            rows += b"\0" + b"".join(bytes(image.getpixel((x, y))) for x in range(x0, width, dx))
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 1)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, body) for kind, body in parts)


def cjpeg(image: Image.Image, *options: str, scans: str = "") -> bytes:
    """Return a JPEG written by libjpeg-turbo's `cjpeg`; `scans` is the text of a scan script."""
    with tempfile.TemporaryDirectory() as folder:
        source, script = Path(folder) / "in.ppm", Path(folder) / "scans"
        image.save(source)
        script.write_text(scans)
        extra = ["-scans", str(script)] if scans else []
        command = ["cjpeg", "-quality", "80", *options, *extra, str(source)]
        return subprocess.run(command, check=True, capture_output=True).stdout


def rare(image: Image.Image) -> dict[str, bytes]:
    """Return JPEGs of kinds that no browser writes; decoders read them or should refuse them."""
    return {
        "411": cjpeg(image, "-sample", "4x1"),
        "440": cjpeg(image, "-sample", "1x2"),
        "410": cjpeg(image, "-sample", "4x2"),
        "thirds": cjpeg(image, "-sample", "3x1"),
        # Chroma sampled more densely than luma, MCUs with more blocks than a scan may have, and
        # restart markers in the middle of rows.
        "coarse-luma": cjpeg(image, "-sample", "1x1,2x2,1x1"),
        "coarse-luma-progressive": cjpeg(image, "-sample", "1x1,2x1,2x1", "-progressive"),
        "large-units": cjpeg(image, "-sample", "4x2,2x2", scans="0;\n1;\n2;\n"),
        "uneven": cjpeg(image, "-sample", "2x2,2x1,1x2"),
        "thirds-progressive": cjpeg(image, "-sample", "3x2", "-progressive"),
        "restart-uneven": cjpeg(image, "-sample", "2x2", "-restart", "4B"),
        "separate": cjpeg(image, scans="0;\n1;\n2;\n"),
        "separate-420": cjpeg(image, "-sample", "2x2", scans="0;\n1;\n2;\n"),
        "two-scans": cjpeg(image, "-sample", "2x2", scans="0;\n1 2;\n"),
        "arithmetic": cjpeg(image, "-arithmetic"),
        "wide-steps": cjpeg(image, "-quality", "1"),
        "red-green-blue": cjpeg(image, "-rgb"),
        "restart-444": cjpeg(image, "-sample", "1x1", "-restart", "1B"),
        "restart-progressive": cjpeg(image, "-progressive", "-restart", "2B"),
        "fine": cjpeg(image, "-quality", "100", "-optimize", "-dct", "float"),
    }


def main() -> None:
    """Write all files."""
    image = scene(40, 24)
    jpegs = {
        "420": (image, {"subsampling": 2}),
        "422": (image, {"subsampling": 1}),
        "444": (image, {"subsampling": 0}),
        "grey": (image.convert("L"), {}),
        "progressive": (image, {"progressive": True}),
        "restart": (image, {"restart_marker_blocks": 2}),
        "optimised": (image, {"optimize": True}),
        "q100": (image, {"quality": 100, "subsampling": 0}),
        "q5": (image, {"quality": 5}),
        "cmyk": (image.convert("CMYK"), {}),
        "exif": (
            image,
            {
                "exif": b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"
                + b"\0" * 4
            },
        ),
        "1x1": (scene(1, 1), {}),
        "17x9": (scene(17, 9), {}),
        "blank": (Image.new("RGB", (40, 24), "white"), {"optimize": True}),
        "progressive-grey": (image.convert("L"), {"progressive": True}),
    }
    for name, (picture, options) in jpegs.items():
        picture.save(HERE / f"{name}.jpg", **{"quality": 80, **options})
    for name, data in rare(image).items():
        (HERE / f"{name}.jpg").write_bytes(data)
    rgba = image.convert("RGBA")
    rgba.putalpha(Image.linear_gradient("L").resize(image.size))
    pngs = {
        "rgb": image,
        "rgba": rgba,
        "grey": image.convert("L"),
        "grey-alpha": rgba.convert("LA"),
        "palette": image.convert("P"),
        "bit": image.convert("1"),
        "grey16": image.convert("I;16"),
    }
    for name, picture in pngs.items():
        picture.save(HERE / f"{name}.png")
    image.quantize(4).save(HERE / "palette2.png", bits=2)
    image.quantize(16).save(HERE / "palette4.png", bits=4, transparency=3)
    (HERE / "interlaced.png").write_bytes(adam7(image))


if __name__ == "__main__":
    main()

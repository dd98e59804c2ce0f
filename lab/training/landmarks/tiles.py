"""Cuts the faces of the packed images into square tiles.

    python3 tiles.py --packs FOLDER --detector detector.onnx --out FOLDER [--kinds photos faces]

Writes `faces.npy`, the FairFace images as they are (3×224×224), and `photos.npy`, one tile of 3×320×320 around every
candidate that the detector finds in a photo, upright, with some surroundings; weak candidates show what is no face.
`photos.npz` holds the detector's score of each. Needs onnxruntime and Pillow.
"""

import argparse
import io
import math
import os
import tarfile
from multiprocessing import Pool
from pathlib import Path

# Before the import: otherwise onnxruntime sends telemetry to its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import numpy as np
import onnxruntime
from PIL import Image

FACE_SIDE = 224
TILE_SIDE = 320
#: The engine shows the landmark model a square of this many times the larger side of the detector's box.
BOX_MARGIN = 1.35 / 1.12
#: A tile is this much larger, so that the square can be moved, rotated and enlarged in it.
TILE_MARGIN = 1.7
MIN_SCORE = 0.15
SAME_FACE = 0.5
MIN_BOX_SIDE = 14
MAX_TILES = 24
STRIDES = (8, 16, 32, 64)

detector: onnxruntime.InferenceSession


def open_detector(path: str) -> None:
    global detector
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    detector = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def candidates(image: Image.Image, scale: float) -> list[tuple[float, float, float, float, float]]:
    """Score, centre, larger side and rotation of what the detector finds, the best first."""
    width, height = round(image.width * scale), round(image.height * scale)
    shown = np.zeros((1, 3, -(-height // 64) * 64, -(-width // 64) * 64), np.float32)
    shown[0, :, :height, :width] = np.asarray(image.resize((width, height), Image.BILINEAR)).transpose(2, 0, 1)
    maps = detector.run([f"stride_{stride}" for stride in STRIDES], {"image": shown})
    found = []
    for stride, map_ in zip(STRIDES, maps):
        rows, columns = np.nonzero(map_[0, 0] > math.log(MIN_SCORE / (1 - MIN_SCORE)))
        for row, column in zip(rows, columns):
            v = map_[0, :, row, column]
            x, y = (column + 0.5 + v[1]) * stride / scale, (row + 0.5 + v[2]) * stride / scale
            half = np.exp(np.clip(v[3:5], -6, 6)).max() * stride / scale
            p = v[5:].reshape(5, 2)
            across, down = p[1] - p[0] + p[4] - p[3], p[3] + p[4] - p[0] - p[1]
            angle = math.atan2(across[1] - down[0], across[0] + down[1])
            found.append((1 / (1 + math.exp(-v[0])), x, y, 2 * half, angle))
    return sorted(found, reverse=True)


def distinct(found: list) -> list:
    """Without those that show the same face as a better one: boxes of similar size whose centres are close."""
    kept = []
    for one in found:
        same = (
            math.hypot(one[1] - other[1], one[2] - other[2]) < SAME_FACE * min(one[3], other[3])
            for other in kept
        )
        if not any(same):
            kept.append(one)
    return kept


def tiles_of(data: bytes) -> list[tuple[float, float, np.ndarray]]:
    image = Image.open(io.BytesIO(data)).convert("RGB")
    longer = max(image.size)
    found = candidates(image, 256 / longer) + candidates(image, min(1024 / longer, 1.6))
    large = [f for f in distinct(sorted(found, reverse=True)) if f[3] >= MIN_BOX_SIDE]
    tiles = []
    for score, x, y, side, angle in large[:MAX_TILES]:
        reach = TILE_MARGIN * BOX_MARGIN * side
        step = reach / TILE_SIDE
        cos, sin = math.cos(angle) * step, math.sin(angle) * step
        # Pillow maps a pixel of the tile to one of the image.
        start = (x - (cos - sin) * TILE_SIDE / 2, y - (sin + cos) * TILE_SIDE / 2)
        source = image
        while step > 2:  # halve first, so that a strong reduction averages instead of skipping pixels
            source = source.reduce(2)
            step, cos, sin, start = step / 2, cos / 2, sin / 2, (start[0] / 2, start[1] / 2)
        affine = (cos, -sin, start[0], sin, cos, start[1])
        tile = source.transform((TILE_SIDE, TILE_SIDE), Image.AFFINE, affine, Image.BILINEAR)
        tiles.append((score, side, np.asarray(tile).transpose(2, 0, 1)))
    return tiles


def face_of(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).transpose(2, 0, 1)


def contents(packs: list[Path]):
    for pack in packs:
        with tarfile.open(pack) as tar:
            for entry in tar:
                yield tar.extractfile(entry).read()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=Path, required=True)
    parser.add_argument("--detector", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--kinds", nargs="+", choices=("photos", "faces"), default=["photos", "faces"])
    arguments = parser.parse_args()
    with Pool(initializer=open_detector, initargs=(arguments.detector,)) as pool:
        if "photos" in arguments.kinds:
            photos = contents(sorted(arguments.packs.glob("photos-*.tar")))
            found = [tile for tiles in pool.imap(tiles_of, photos, chunksize=8) for tile in tiles]
            np.save(arguments.out / "photos.npy", np.stack([pixels for _, _, pixels in found]))
            np.savez(arguments.out / "photos.npz", score=[s for s, _, _ in found], side=[s for _, s, _ in found])
            print(f"{len(found)} tiles of photos", flush=True)
        if "faces" in arguments.kinds:
            faces = contents(sorted(arguments.packs.glob("faces-*.tar")))
            np.save(arguments.out / "faces.npy", np.stack(list(pool.imap(face_of, faces, chunksize=64))))


if __name__ == "__main__":
    main()

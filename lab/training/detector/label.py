"""Labels photos with the teachers, YuNet s and n, shown at several sizes and mirrored.

    python3 label.py --photos photos --teachers FOLDER --out labels.npz

Per photo an array [faces, 16]: box x1, y1, x2, y2, five points x, y, the best score, and the mean score over every view that
could have seen a face of that size. The mean is what training believes: a false face rarely convinces all views.
"""

import argparse
import os
from multiprocessing import Pool
from pathlib import Path

# Before the import: otherwise onnxruntime sends telemetry to its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

import numpy as np
import onnxruntime
from PIL import Image

SCALES = (0.25, 0.5, 1.0, 1.6)
MIN_SCORE = 0.1
SAME_FACE = 0.45
#: The teachers see faces between these sides, in pixels of the view; the smallest view has no upper bound.
SMALLEST, LARGEST = 7, 280
MIRRORED_POINTS = [1, 0, 2, 4, 3]

teachers: list[onnxruntime.InferenceSession] = []


def open_teachers(folder: Path) -> None:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    for name in ("yunet_s_dynamic.onnx", "yunet_n_dynamic.onnx"):
        teachers.append(
            onnxruntime.InferenceSession(str(folder / name), options, providers=["CPUExecutionProvider"])
        )


def detect(teacher, pixels: np.ndarray):
    """Boxes, scores and points that a teacher sees in an RGB image."""
    height, width, _ = pixels.shape
    padded = np.zeros((1, 3, -(-height // 32) * 32, -(-width // 32) * 32), np.float32)
    padded[0, :, :height, :width] = pixels[:, :, ::-1].transpose(2, 0, 1)
    names = [output.name for output in teacher.get_outputs()]
    outputs = dict(zip(names, teacher.run(None, {teacher.get_inputs()[0].name: padded})))
    boxes, scores, points = [], [], []
    for stride in (8, 16, 32):
        columns = padded.shape[3] // stride
        part = lambda name: np.clip(outputs[f"{name}_{stride}"].reshape(-1), 0, 1)
        score = np.sqrt(part("cls") * part("obj"))
        found = np.nonzero(score > MIN_SCORE)[0]
        cell = np.stack([found % columns, found // columns], 1).astype(np.float32)
        box = outputs[f"bbox_{stride}"].reshape(-1, 4)[found]
        centre, half = (cell + box[:, :2]) * stride, np.exp(box[:, 2:]) * stride / 2
        boxes.append(np.concatenate([centre - half, centre + half], 1))
        scores.append(score[found])
        points.append((outputs[f"kps_{stride}"].reshape(-1, 5, 2)[found] + cell[:, None]) * stride)
    return np.concatenate(boxes), np.concatenate(scores), np.concatenate(points)


def views_of(image: Image.Image):
    """(scale, mirrored, teacher, pixels) of every view."""
    for scale in SCALES:
        size = (round(image.width * scale), round(image.height * scale))
        if not 96 <= max(size) <= 1300:
            continue
        view = image if scale == 1 else image.resize(size, Image.Resampling.BILINEAR)
        pixels = np.asarray(view)
        for mirrored in (False, True) if scale == 1 else (False,):
            for teacher in teachers if scale < 1.5 else teachers[:1]:
                yield scale, mirrored, teacher, pixels[:, ::-1] if mirrored else pixels


def sees(scale: float, side):
    return (side * scale > SMALLEST) & ((side * scale < LARGEST) | (scale == SCALES[0]))


def overlaps(box: np.ndarray, boxes: np.ndarray) -> np.ndarray:
    low, high = np.maximum(box[:2], boxes[:, :2]), np.minimum(box[2:], boxes[:, 2:])
    shared = np.clip(high - low, 0, None).prod(1)
    return shared / ((box[2:] - box[:2]).prod() + (boxes[:, 2:] - boxes[:, :2]).prod(1) - shared + 1e-9)


def label(path: Path):
    try:
        image = Image.open(path).convert("RGB")
    except (OSError, ValueError):
        return path.name, None
    boxes, scores, points, view_of, scales = [], [], [], [], []
    for scale, mirrored, teacher, pixels in views_of(image):
        box, score, point = detect(teacher, pixels)
        if mirrored:
            width = pixels.shape[1]
            box = np.stack([width - box[:, 2], box[:, 1], width - box[:, 0], box[:, 3]], 1)
            point = point[:, MIRRORED_POINTS]
            point[:, :, 0] = width - point[:, :, 0]
        ratio = np.array([image.width / pixels.shape[1], image.height / pixels.shape[0]], np.float32)
        box, point = box * np.tile(ratio, 2), point * ratio
        seen = sees(scale, (box[:, 2:] - box[:, :2]).max(1, initial=0))
        boxes.append(box[seen])
        scores.append(score[seen])
        points.append(point[seen])
        view_of.append(np.full(seen.sum(), len(scales)))
        scales.append(scale)
    return path.name, merge(*map(np.concatenate, (boxes, scores, points, view_of)), scales)


def merge(boxes, scores, points, view_of, scales) -> np.ndarray:
    merged, free = [], np.ones(len(boxes), bool)
    for best in np.argsort(-scores):
        if not free[best]:
            continue
        group = (overlaps(boxes[best], boxes) > SAME_FACE) & free
        free &= ~group
        side = (boxes[best, 2:] - boxes[best, :2]).max()
        able = [view for view, scale in enumerate(scales) if sees(scale, side)]
        by_view = {view: scores[group & (view_of == view)].max(initial=0) for view in able}
        strong = group & (scores > 0.6 * scores[best])
        weight = scores[strong] / scores[strong].sum()
        merged.append(
            [
                *(boxes[strong] * weight[:, None]).sum(0),
                *(points[strong].reshape(-1, 10) * weight[:, None]).sum(0),
                scores[best],
                sum(by_view.values()) / max(1, len(able)),
            ]
        )
    return np.array(merged, np.float32).reshape(-1, 16)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--teachers", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    photos = sorted(arguments.photos.glob("*.jpg"))
    with Pool(os.cpu_count(), open_teachers, (arguments.teachers,)) as pool:
        labels = {name: faces for name, faces in pool.imap_unordered(label, photos, 4) if faces is not None}
    np.savez_compressed(arguments.out, **labels)
    sure = sum(int((faces[:, 15] > 0.45).sum()) for faces in labels.values())
    print(f"{len(labels)} photos, {sure} faces that most views see", flush=True)


if __name__ == "__main__":
    main()

"""Points of faces, and faces made from them, with the teacher's scores: what the expression model is trained on."""

import argparse
import os

import numpy as np

# Before the import: otherwise onnxruntime sends telemetry to its maker.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
import onnxruntime  # noqa: E402

POINTS = 146
SCORES = 52
HELD_OUT = 10
"""One photo of so many is held out, with all its faces."""

# Places of mesh vertices among the points: the lids, from the upper to the lower one, of the right and of the left eye,
# the iris with its centre, the lower lip and the chin, and the corners of the mouth.
LIDS = [
    [(246, 7), (161, 163), (160, 144), (159, 145), (158, 153), (157, 154), (173, 155)],
    [(466, 249), (388, 390), (387, 373), (386, 374), (385, 380), (384, 381), (398, 382)],
]
IRISES = [[468, 469, 470, 471, 472], [473, 474, 475, 476, 477]]
LOWER_LIP = [14, 17, 84, 87, 314, 317, 88, 318, 95, 324, 178, 402, 181, 405, 91, 321, 146, 375]
JAW = [152, 148, 176, 149, 150, 136, 172, 377, 400, 378, 379, 365, 397]
CORNERS = [[61, 78, 185, 40, 39, 191, 80, 146, 91, 95, 88], [291, 308, 409, 270, 269, 415, 310, 375, 321, 324, 318]]
BROWS = [[46, 52, 53, 55, 63, 65, 66, 70, 105, 107], [276, 282, 283, 285, 293, 295, 296, 300, 334, 336]]
VERTICES = [
    0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65, 66, 67, 70, 78, 80, 81, 82,
    84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136, 144, 145, 146, 148, 149, 150, 152, 153, 154, 155, 157,
    158, 159, 160, 161, 162, 163, 168, 172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270,
    276, 282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318, 321, 323, 324, 332, 334,
    336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380, 381, 382, 384, 385, 386, 387, 388, 389, 390, 397, 398,
    400, 402, 405, 409, 415, 454, 466, 468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
]  # fmt: skip
PLACE = {vertex: place for place, vertex in enumerate(VERTICES)}


def places(vertices: list[int]) -> list[int]:
    return [PLACE[vertex] for vertex in vertices if vertex in PLACE]


def normalised(points: np.ndarray) -> np.ndarray:
    """Centred, with a mean distance of 1 from the centre, which is all that the teacher sees."""
    centred = points - points.mean(1, keepdims=True)
    return centred / np.linalg.norm(centred, axis=2).mean(1)[:, None, None]


def made(faces: np.ndarray, count: int, random: np.random.Generator) -> np.ndarray:
    """Faces between and beyond two real ones, with eyes, mouth and brows moved, leaning and squeezed a little."""
    first, second = (faces[random.integers(0, len(faces), count)] for _ in range(2))
    x = first + random.uniform(-0.4, 1.0, (count, 1, 1)) * (second - first) * (random.random((count, 1, 1)) < 0.6)
    for side in range(2):
        shut = random.uniform(0, 1, count) * (random.random(count) < 0.3)
        for upper, lower in LIDS[side]:
            x[:, PLACE[upper]] += shut[:, None] * (x[:, PLACE[lower]] - x[:, PLACE[upper]])
        x[:, places(IRISES[side])] += random.normal(0, 0.02, (count, 1, 2)) * (random.random((count, 1, 1)) < 0.3)
        x[:, places(CORNERS[side])] += random.normal(0, 0.05, (count, 1, 2)) * (random.random((count, 1, 1)) < 0.2)
        x[:, places(BROWS[side])] += random.normal(0, 0.05, (count, 1, 2)) * (random.random((count, 1, 1)) < 0.2)
    drop = random.uniform(0, 0.4, count) * (random.random(count) < 0.25)
    x[:, places(LOWER_LIP), 1] += drop[:, None]
    x[:, places(JAW), 1] += (drop * random.uniform(0, 1, count))[:, None]
    angle = random.normal(0, 0.05, count)
    turn = np.stack([np.cos(angle), np.sin(angle), -np.sin(angle), np.cos(angle)], 1).reshape(count, 2, 2)
    x = np.einsum("nij,npj->npi", turn, x) * random.normal(1, 0.05, (count, 1, 2))
    return normalised(x + random.normal(0, 0.004, x.shape)).astype(np.float32)


def mirrored(faces: np.ndarray) -> np.ndarray:
    """The same points in the mirror, where each takes the place of the point that most faces have opposite to it."""
    flipped = faces * [-1, 1]
    apart = np.mean([np.linalg.norm(one[:, None] - other[None], axis=2) for one, other in zip(faces, flipped)], 0)
    return flipped[:, apart.argmin(1)].astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", required=True, nargs="+", help="what points.mjs wrote, without the ending")
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--made", type=int, default=0, help="how many faces to make from those that are not held out")
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(arguments.teacher, options)
    names = [line for file in arguments.points for line in open(f"{file}.txt").read().splitlines()]
    raw = np.concatenate([np.fromfile(f"{file}.f32", np.float32) for file in arguments.points])
    faces = normalised(raw.reshape(-1, POINTS, 2)).astype(np.float32)
    photos = {name: n for n, name in enumerate(sorted(set(names)))}
    held = np.array([photos[name] % HELD_OUT == 0 for name in names])
    if arguments.made > 0:
        known = faces[~held]
        known = np.concatenate([known, mirrored(known)])
        random = np.random.default_rng(1)
        more = np.concatenate([known[len(known) // 2 :], made(known, arguments.made, random)])
        faces, held = np.concatenate([faces, more]), np.concatenate([held, np.zeros(len(more), bool)])
    scores = np.stack([session.run(None, {"input": face[None]})[0].reshape(SCORES) for face in faces])
    np.savez(arguments.out, points=faces, scores=scores, held=held)
    print(f"{len(faces)} faces, {held.sum()} held out")


if __name__ == "__main__":
    main()

"""Trains landmark models on labelled tiles, several shapes side by side on the same views.

    python3 train.py --tiles FOLDER --teacher landmarks.onnx --minutes 20 --out FOLDER --shapes residual residual-wide

The vertices are learnt from the labels, the presence from what the teacher says of the very same view. A hundredth of the
tiles is held out and measured every minute. With --start, training goes on from the weights in that folder.
"""

import argparse
import copy
import math
import random
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from augment import OUTSIDE, disturb, regions, stretches
from geometry import LEFT_EYE_OUTER, RIGHT_EYE_OUTER, crop, stretched, to_crop
from model import SHAPES, UNIT, VERTICES, Landmarks
from teacher import SIDE as TEACHER_SIDE
from teacher import Teacher

BATCH = 1024
#: Disturbed views whose presence the teacher judges, and undisturbed ones as the engine's first fit shows them.
JUDGED, UNDISTURBED = 192, 192
PRESENCE_WEIGHT = 0.15
LEARNING_RATE = 3e-3
HELD_OUT = 100
#: Below the first presence the teacher's vertices are not learnt, below the second less.
NO_FACE, CLEAR_FACE = -2.0, 4.0
PRESENCE_RANGE = (-12.0, 24.0)
CLEAR_WEIGHT = 0.3

LIDS = (33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246)
LIDS += (263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466)
LIPS = (61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 185, 40, 39, 37, 0, 267, 269, 270, 409)
LIPS += (78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 191, 80, 81, 82, 13, 312, 311, 310, 415)
BROWS_AND_NOSE = (70, 63, 105, 66, 107, 336, 296, 334, 293, 300, 168, 6, 197, 195, 5, 4, 1, 98, 97, 2, 326, 327)
JAW = (127, 234, 93, 132, 58, 172, 136, 150, 149, 176, 148, 152, 377, 400, 378, 379, 365, 397, 288, 361, 323, 454, 356)
#: Lids and lips that meet when eye or mouth is closed.
GAPS = ((385, 380), (386, 374), (387, 373), (158, 153), (159, 145), (160, 144), (82, 87), (13, 14), (312, 317))


@dataclass(frozen=True)
class Pool:
    """The tiles of one kind with their labels, on the GPU."""

    tiles: Tensor
    first: Tensor
    region: Tensor
    points: Tensor
    #: Of the first fit.
    presence: Tensor
    weight: Tensor
    train: Tensor
    #: Those of `train` that show a face clearly.
    clear: Tensor
    held_out: Tensor


def load(folder: Path, kind: str) -> Pool:
    labels = {name: torch.from_numpy(value).cuda() for name, value in np.load(folder / f"{kind}-labels.npz").items()}
    presence = labels["presence"][:, 1]
    steady = (0.02 / labels["spread"].clamp(min=0.02)) ** 2
    weight = ((presence - NO_FACE) / (CLEAR_FACE - NO_FACE)).clamp(0, 1) * steady
    index = torch.arange(len(presence), device="cuda")
    tiles = torch.from_numpy(np.load(folder / f"{kind}.npy")).cuda()
    held_out = index % HELD_OUT == 0
    return Pool(
        tiles,
        labels["first"],
        labels["region"],
        labels["points"],
        labels["presence"][:, 0],
        weight,
        index[~held_out],
        index[~held_out & (weight > CLEAR_WEIGHT)],
        index[held_out],
    )


@dataclass(frozen=True)
class Batch:
    views: Tensor
    points: Tensor
    weight: Tensor


def draw(pool: Pool, chosen: Tensor, count: int, side: int, order: Tensor) -> Batch:
    """Views of `side` pixels of tiles that are chosen at random, with their vertices in the same pixels."""
    index = chosen[torch.randint(len(chosen), (count,), device="cuda")]
    misplaced = torch.rand(count, device="cuda") < 0.06
    region = regions(pool.first[index], pool.region[index], misplaced)
    stretch = stretches(count, region.device)
    views = crop(pool.tiles[index], region, side, random.choice(OUTSIDE), stretch)
    points = stretched(to_crop(pool.points[index], region, side), stretch, side)
    mirrored = torch.rand(count, device="cuda") < 0.5
    views = torch.where(mirrored[:, None, None, None], views.flip(3), views)
    flipped = points[:, order] * points.new_tensor([-1, 1, 1]) + points.new_tensor([side, 0, 0])
    points = torch.where(mirrored[:, None, None], flipped, points)
    return Batch(views, points, pool.weight[index] * ~misplaced)


def joined(parts: list[Batch]) -> Batch:
    return Batch(*(torch.cat([getattr(part, name) for part in parts]) for name in ("views", "points", "weight")))


def draw_mixed(faces: Pool, photos: Pool, count: int, side: int, order: Tensor) -> Batch:
    """A third are images of one face, most of the others clear faces of photos, the rest whatever was found there."""
    parts = [
        draw(faces, faces.train, count * 3 // 8, side, order),
        draw(photos, photos.clear, count * 3 // 8, side, order),
        draw(photos, photos.train, count // 4, side, order),
    ]
    return joined(parts)


def draw_undisturbed(pool: Pool, side: int) -> tuple[Batch, Tensor]:
    """Views as the engine's first fit shows them, and the presence that the teacher finds there."""
    index = pool.train[torch.randint(len(pool.train), (UNDISTURBED,), device="cuda")]
    region = pool.first[index]
    batch = Batch(crop(pool.tiles[index], region, side), to_crop(pool.points[index], region, side), pool.weight[index])
    return batch, pool.presence[index]


def vertex_weights() -> Tensor:
    weights = torch.ones(VERTICES, device="cuda")
    weights[list(BROWS_AND_NOSE + JAW)] = 2
    weights[list(LIDS + LIPS)] = 3
    return weights / weights.mean()


def points_loss(found: Tensor, batch: Batch, weights: Tensor) -> Tensor:
    """Relative to the size of the face in the view, so that a small view of a face does not count less."""
    eyes = (batch.points[:, RIGHT_EYE_OUTER] - batch.points[:, LEFT_EYE_OUTER]).norm(dim=1).clamp(min=12)
    error = (found - batch.points) / eyes[:, None, None] * 50
    place = F.smooth_l1_loss(error, torch.zeros_like(error), beta=0.4, reduction="none")
    a, b = (torch.tensor(side, device="cuda") for side in zip(*GAPS))
    gap = ((found[:, a, :2] - found[:, b, :2]) - (batch.points[:, a, :2] - batch.points[:, b, :2])).abs()
    per_face = (place * place.new_tensor([1, 1, 0.4]) * weights[:, None]).mean((1, 2))
    per_face = per_face + 0.3 * (gap / eyes[:, None, None] * 50).mean((1, 2))
    return (per_face * batch.weight).sum() / batch.weight.sum()


def presence_loss(found: Tensor, wanted: Tensor) -> Tensor:
    low, high = PRESENCE_RANGE
    return F.smooth_l1_loss(found, wanted.clamp(low, high), beta=1.0)


@torch.no_grad()
def measure(model: Landmarks, pools: list[Pool], teacher: Teacher) -> str:
    """Error of one fit to the detector's region and to the last one, in % of the eye distance; presence."""
    side = model.side
    parts = []
    for pool in pools:
        clear = pool.held_out[pool.weight[pool.held_out] > CLEAR_WEIGHT]
        truth = pool.points[clear]
        for region in (pool.first[clear], pool.region[clear]):
            found = torch.cat([model(crop(pool.tiles[c], r, side))[0] for c, r in zip(clear.split(512), region.split(512))])
            wanted = to_crop(truth, region, side)
            eyes = (wanted[:, RIGHT_EYE_OUTER] - wanted[:, LEFT_EYE_OUTER]).norm(dim=1)
            error = (found - wanted)[..., :2].norm(dim=2).mean(1) / eyes
            parts.append(f"{100 * error.mean():.2f}")
        all_, first = pool.held_out, pool.first[pool.held_out]
        mine = torch.cat([model(crop(pool.tiles[c], r, side))[1] for c, r in zip(all_.split(512), first.split(512))])
        theirs = torch.cat(
            [teacher(crop(pool.tiles[c], r, TEACHER_SIDE))[1] for c, r in zip(all_.split(512), first.split(512))]
        ).clamp(*PRESENCE_RANGE)
        parts.append(f"(presence ±{(mine - theirs).abs().mean():.2f}, r {torch.corrcoef(torch.stack([mine, theirs]))[0, 1]:.3f})")
    return " ".join(parts)


def resized(views: Tensor, side: int) -> Tensor:
    return views if views.shape[-1] == side else F.interpolate(views, (side, side), mode="bilinear", antialias=True)


def scaled(batch: Batch, side: int) -> Batch:
    return Batch(resized(batch.views, side), batch.points * (side / batch.views.shape[-1]), batch.weight)


class Student:
    """A model in training, and the moving average of its weights, which is what is kept."""

    def __init__(self, shape: str, start: Path | None):
        self.model = Landmarks(shape).cuda().to(memory_format=torch.channels_last)
        if start is not None:
            self.model.load_state_dict(torch.load(start / f"{shape}.pt", map_location="cuda")["weights"])
        self.run = torch.compile(self.model)
        self.average = copy.deepcopy(self.model).eval()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), LEARNING_RATE, weight_decay=1e-2, fused=True)
        self.mine, self.theirs = (
            [value for value in each.state_dict().values() if value.dtype.is_floating_point]
            for each in (self.average, self.model)
        )

    def start_from(self, mean: Tensor) -> None:
        """Starts with the mean mesh, given in sides of a crop."""
        self.model.points.bias.data.copy_((mean * self.model.side / UNIT).flatten())

    def learn(self, batch: Batch, presence: Tensor, weights: Tensor, rate: float, step: int) -> None:
        """Learns the vertices of all views of the batch, and the presence of the last ones."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        batch = scaled(batch, self.model.side)
        with torch.autocast("cuda", torch.bfloat16):
            points, found = self.run(batch.views.contiguous(memory_format=torch.channels_last))
        loss = points_loss(points.float(), batch, weights)
        loss = loss + PRESENCE_WEIGHT * presence_loss(found.float()[-len(presence) :], presence)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 5.0, foreach=True)
        self.optimizer.step()
        with torch.no_grad():
            torch._foreach_lerp_(self.mine, self.theirs, 1 - min(0.999, step / (step + 20)))

    def save(self, folder: Path) -> None:
        torch.save({"shape": self.model.name, "weights": self.average.state_dict()}, folder / f"{self.model.name}.pt")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=Path, required=True)
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=["residual"])
    parser.add_argument("--start", type=Path)
    arguments = parser.parse_args()
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True

    teacher = Teacher(arguments.teacher, "cuda")
    order = torch.from_numpy(np.load(arguments.tiles / "mirror.npy")).cuda()
    faces, photos = (load(arguments.tiles, kind) for kind in ("faces", "photos"))
    weights = vertex_weights()
    students = [Student(shape, arguments.start) for shape in arguments.shapes]
    side = max(student.model.side for student in students)
    if arguments.start is None:
        mean = draw(faces, faces.clear, 4096, side, order).points.mean(0) / side
        for student in students:
            student.start_from(mean)

    start, step, printed = time.time(), 0, 0.0
    while (progress := (time.time() - start) / 60 / arguments.minutes) < 1:
        rate = LEARNING_RATE * min(1, step / 500) * 0.5 * (1 + math.cos(math.pi * progress)) + 1e-6
        learnt = draw_mixed(faces, photos, BATCH - JUDGED - UNDISTURBED, side, order)
        learnt = Batch(disturb(learnt.views), learnt.points, learnt.weight)
        judged = draw_mixed(faces, photos, JUDGED, TEACHER_SIDE, order)
        judged = Batch(disturb(judged.views), judged.points, judged.weight)
        undisturbed, presence = draw_undisturbed(photos, side)
        batch = joined([learnt, scaled(judged, side), undisturbed])
        presence = torch.cat([teacher(judged.views)[1], presence])
        for student in students:
            student.learn(batch, presence, weights, rate, step)
        step += 1
        if time.time() - printed > 60:
            printed = time.time()
            for student in students:
                report = measure(student.average, [faces, photos], teacher)
                print(f"{step} {printed - start:.0f} s {student.model.name}: {report}", flush=True)
    for student in students:
        student.save(arguments.out)
        print(f"{step} {student.model.name}: {measure(student.average, [faces, photos], teacher)}", flush=True)


if __name__ == "__main__":
    main()

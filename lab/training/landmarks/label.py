"""Labels tiles with the teacher.

    python3 label.py --tiles FOLDER --teacher landmarks.onnx

For each tile the teacher is fitted as the engine does it, twice; then to several views moved a little and to their mirror
images, whose mean is the label: steadier than any single fit. Writes `<kind>-labels.npz` beside the tiles:
  first     the region of the first fit, as the detector gives it
  region    the region of the last fit
  points    478 vertices in pixels of the tile
  presence  the logits of the first and of the last fit
  spread    how far the views disagree, relative to the distance of the outer corners of the eyes
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from scipy.optimize import linear_sum_assignment
from torch import Tensor

from geometry import LEFT_EYE_OUTER, RIGHT_EYE_OUTER, crop, jittered, refined, to_tile
from teacher import SIDE, Teacher
from tiles import TILE_MARGIN

BATCH = 512
VIEWS = 2
#: FairFace's images have a margin of a quarter of the face on each side; the first fit shows a little less.
FACE_REGION = 0.92


def mirror_order(points: Tensor, mirrored: Tensor) -> Tensor:
    """Which vertex of the mirror image's fit lies where each vertex of the fit lies, over many faces."""
    cost = torch.cdist(points, mirrored).mean(0).cpu()
    order = torch.from_numpy(linear_sum_assignment((cost + cost.T).numpy())[1]).to(points.device)
    wrong = int((order[order] != torch.arange(len(order), device=order.device)).sum())
    if wrong:
        raise ValueError(f"{wrong} vertices have no partner in the mirror image")
    return order


def label(batch: Tensor, first: Tensor, teacher: Teacher, order: Tensor | None) -> tuple[dict[str, Tensor], Tensor]:
    """The labels of a batch of tiles, and the order of mirrored vertices, found in this batch if it is not given."""
    points, presence = teacher(crop(batch, first, SIDE))
    before = presence
    region = first
    for _ in range(2):
        region = refined(to_tile(points, region, SIDE))
        points, presence = teacher(crop(batch, region, SIDE))
    fits = []
    for view in range(VIEWS):
        moved = jittered(region, 0.02, 0.04, 0.04) if view else region
        shown = crop(batch, moved, SIDE)
        points = teacher(shown)[0]
        mirrored = teacher(shown.flip(3))[0]
        mirrored[..., 0] = SIDE - mirrored[..., 0]
        if order is None:
            order = mirror_order(points[presence > 10], mirrored[presence > 10])
        fits += [to_tile(points, moved, SIDE), to_tile(mirrored[:, order], moved, SIDE)]
    stacked = torch.stack(fits)
    mean = stacked.mean(0)
    eyes = (mean[:, RIGHT_EYE_OUTER] - mean[:, LEFT_EYE_OUTER]).norm(dim=1)
    spread = (stacked - mean)[..., :2].norm(dim=3).mean(dim=(0, 2)) / eyes
    labels = {
        "first": first,
        "region": refined(mean),
        "points": mean,
        "presence": torch.stack([before, presence], 1),
        "spread": spread,
    }
    return labels, order


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiles", type=Path, required=True)
    parser.add_argument("--teacher", required=True)
    arguments = parser.parse_args()
    torch.backends.cudnn.allow_tf32 = False
    teacher = Teacher(arguments.teacher, "cuda")
    order = None
    for kind, share in (("faces", FACE_REGION), ("photos", 1 / TILE_MARGIN)):
        tiles = np.load(arguments.tiles / f"{kind}.npy", mmap_mode="r")
        side = tiles.shape[-1]
        results = []
        for start in range(0, len(tiles), BATCH):
            some = torch.from_numpy(np.array(tiles[start : start + BATCH])).cuda()
            first = torch.tensor([[side / 2, side / 2, share * side, 0.0]], device="cuda").repeat(len(some), 1)
            labels, order = label(some, first, teacher, order)
            results.append({name: value.cpu() for name, value in labels.items()})
        joined = {name: torch.cat([r[name] for r in results]).numpy() for name in results[0]}
        np.savez(arguments.tiles / f"{kind}-labels.npz", **joined)
        np.save(arguments.tiles / "mirror.npy", order.cpu().numpy())
        last, spread = joined["presence"][:, 1], joined["spread"]
        print(f"{kind}: {len(tiles)}, presence above 3 in {np.mean(last > 3):.3f}, median spread {np.median(spread):.4f}", flush=True)


if __name__ == "__main__":
    main()

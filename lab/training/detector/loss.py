"""Which cells are assigned to which face, and how wrong they are."""

import torch
import torch.nn.functional as F
from torch import Tensor

CELLS_PER_FACE = 10


def overlap(a: Tensor, b: Tensor) -> Tensor:
    """Intersection over union of boxes in the last dimension."""
    low = torch.maximum(a[..., :2], b[..., :2])
    high = torch.minimum(a[..., 2:], b[..., 2:])
    shared = (high - low).clamp(min=0).prod(-1)
    area = lambda box: (box[..., 2:] - box[..., :2]).clamp(min=1e-3).prod(-1)
    return shared / (area(a) + area(b) - shared + 1e-6)


@torch.no_grad()
def assign(logits, boxes, centres, strides, faces, known):
    """Task-aligned assignment (Feng et al., TOOD, 2021): the cells near a face's centre that already see it best.

    faces: [B, T, 4]; known: [B, T], the teacher's confidence of a face to learn, 0 where a face is to be ignored,
    negative where there is none. Returns the target score of each cell, the face it is assigned to, and which cells are assigned
    for a face or are to be ignored.
    """
    learn = (known > 0)[:, :, None]
    iou = overlap(boxes[:, None], faces[:, :, None])
    middle = (faces[..., :2] + faces[..., 2:]) / 2
    distance = (centres[None, None] - middle[:, :, None]).abs().amax(-1)
    half = ((faces[..., 2:] - faces[..., :2]).amin(-1) / 2)[:, :, None]
    stride = strides[None, None]
    near = (distance < torch.maximum(torch.minimum(half, 2.5 * stride), 0.75 * stride)) & learn
    # The second term picks the nearest cells while the model cannot see anything yet.
    fitness = logits.sigmoid()[:, None].sqrt() * iou.pow(4) * near
    fitness = fitness + 1e-9 * near * (1 - (distance / (4 * stride)).clamp(max=1))
    best, index = fitness.topk(CELLS_PER_FACE, -1)
    chosen = torch.zeros_like(near).scatter_(-1, index, best > 0)
    contested, owner = torch.where(chosen, iou + 1e-6, torch.zeros_like(iou)).max(1)
    assigned = contested > 0
    chosen &= F.one_hot(owner, faces.shape[1]).transpose(1, 2).bool()
    share = fitness * chosen
    target = share / (share.amax(-1, True) + 1e-9) * (iou * chosen).amax(-1, True).clamp(min=0.25)
    # The surer the teacher, the higher the score to learn: faint faces rank below plain ones.
    target = (target * (0.5 + 0.5 * (known / 0.75).clamp(0, 1))[:, :, None]).amax(1)
    inside = ((centres[None, None] > faces[:, :, None, :2]) & (centres[None, None] < faces[:, :, None, 2:])).all(-1)
    ignored = (inside & (known == 0)[:, :, None]).any(1) & ~assigned
    return target, owner, assigned, ignored


def detection_loss(prediction, centres, strides, faces, points, known):
    logits, boxes, marks = prediction
    present = int((known >= 0).sum(1).max().clamp(min=1))
    faces, points, known = faces[:, :present], points[:, :present], known[:, :present]
    target, owner, assigned, ignored = assign(logits, boxes, centres, strides, faces, known)
    weight = target.sum().clamp(min=1)

    # Varifocal (Zhang et al., 2021): cells without a face count the more the more they believe in one.
    importance = torch.where(assigned, torch.ones_like(target), 0.9 * logits.sigmoid().detach().pow(1.2) + 0.1)
    score = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    score_loss = (score * importance * ~ignored).sum() / weight

    where = assigned.nonzero(as_tuple=True)
    true_box, seen_box, importance = faces[where[0], owner[where]], boxes[where], target[where]
    box_loss = ((1 - distance_iou(seen_box, true_box)) * importance).sum() / weight

    size = (true_box[:, 2:] - true_box[:, :2]).amax(1).clamp(min=4)[:, None, None]
    offset = F.smooth_l1_loss(
        marks[where] / size, points[where[0], owner[where]] / size, beta=0.05, reduction="none"
    )
    point_loss = (offset.mean((1, 2)) * importance).sum() / weight
    return score_loss + 2.5 * box_loss + 4 * point_loss, (score_loss, box_loss, point_loss)


def distance_iou(a: Tensor, b: Tensor) -> Tensor:
    """Overlap less a penalty for distance and for differing sides (EIoU, Zhang et al., 2021)."""
    hull = (torch.maximum(a[:, 2:], b[:, 2:]) - torch.minimum(a[:, :2], b[:, :2])).clamp(min=1e-3)
    apart = (a[:, :2] + a[:, 2:] - b[:, :2] - b[:, 2:]) / 2
    sides = (a[:, 2:] - a[:, :2]) - (b[:, 2:] - b[:, :2])
    return (
        overlap(a, b)
        - apart.pow(2).sum(1) / (hull.pow(2).sum(1) + 1e-6)
        - (sides.pow(2) / (hull.pow(2) + 1e-6)).sum(1)
    )

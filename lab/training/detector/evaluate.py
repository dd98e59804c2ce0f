"""Recall at a given number of false faces per image, on a folder of crowds with known faces (WIDER FACE's measure)."""

import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torchvision.ops import nms

from loss import overlap
from model import cells, decode
from views import read

MIN_HEIGHT = 32  # faces below it are neither required nor counted as false
SAME_FACE = 0.4
FALSE_PER_IMAGE = (0.05, 0.1, 0.25, 0.4)


def load_crowds(folder: Path):
    """[(pixels, boxes, required)] of a folder with images/ and boxes.json."""
    crowds = []
    for name, entry in json.loads((folder / "boxes.json").read_text()).items():
        boxes = torch.tensor([face["xywh"] for face in entry["faces"]], dtype=torch.float).view(-1, 4)
        required = [face["xywh"][3] >= MIN_HEIGHT and not face["invalid"] for face in entry["faces"]]
        boxes[:, 2:] += boxes[:, :2]
        crowds.append((read(folder / "images" / name), boxes, required))
    return crowds


@torch.no_grad()
def find(model, pixels, device, scale=1.0, min_score=0.02, most=400):
    """Boxes and scores in one image, best first."""
    image = pixels.to(device).float()[None]
    if scale != 1:
        size = [round(side * scale) for side in image.shape[2:]]
        image = F.interpolate(image, size=size, mode="bilinear", align_corners=False, antialias=scale < 1)
    height, width = image.shape[2:]
    image = F.pad(image, (0, -width % 64, 0, -height % 64))
    logits, boxes, _ = decode(model(image), *cells(image.shape[2], image.shape[3], device))
    scores, boxes = logits[0].sigmoid(), boxes[0] / scale
    chosen = scores > min_score
    scores, boxes = scores[chosen], boxes[chosen]
    kept = nms(boxes, scores, 0.45)[:most]
    return boxes[kept].cpu(), scores[kept].cpu()


def recall(model, crowds, device, scale=1.0):
    """{false faces per image: (recall, score)}."""
    model.eval()
    verdicts, wanted = [], 0
    for pixels, truth, required in crowds:
        boxes, scores = find(model, pixels, device, scale)
        wanted += sum(required)
        met = set()
        iou = overlap(boxes[:, None], truth[None]) if len(truth) else torch.zeros(len(boxes), 1)
        for row, score in zip(iou, scores.tolist()):
            best, face = float(row.max()), int(row.argmax())
            hit = best >= SAME_FACE and face not in met
            if hit:
                met.add(face)
            verdicts.append((score, not hit, hit and required[face]))
    verdicts.sort(key=lambda verdict: -verdict[0])
    false = np.cumsum([verdict[1] for verdict in verdicts])
    found = np.cumsum([verdict[2] for verdict in verdicts])
    result = {}
    for rate in FALSE_PER_IMAGE:
        last = int(np.searchsorted(false, rate * len(crowds) + 1e-9, side="right")) - 1
        if last >= 0:
            result[rate] = (round(float(found[last]) / wanted, 3), round(verdicts[last][0], 3))
    return result


def against_teacher(model, photos, device, learn, scale=1.0):
    """The same measure on photos that were held out, with the teacher's sure faces as truth."""
    crowds = []
    for i in range(len(photos.names)):
        width, height = (int(side) for side in photos.size[i])
        faces = photos.faces[i][photos.faces[i, :, 15] > 0.2].cpu()
        required = ((faces[:, 15] > learn) & (faces[:, 3] - faces[:, 1] >= 16)).tolist()
        crowds.append((photos.levels[0][i, :, :height, :width].cpu(), faces[:, :4], required))
    return recall(model, crowds, device, scale)

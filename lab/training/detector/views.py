"""Random training views, cut out of photos that all lie in the GPU's memory."""

import math
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image
from torch import Tensor

SIDE = 640  # of the square each photo is kept in
LEVELS = 4  # the photo and three halvings, so that reduced views are not jagged
MAX_FACES = 160
#: The teacher's mean score from which a face is learnt, and from which it is at least not taken for background.
LEARN, IGNORE = 0.36, 0.18
#: Faces smaller than this in a view are neither learnt nor taken for background.
SMALLEST_FACE = 7
MIRRORED_POINTS = [1, 0, 2, 4, 3]


class Photos:
    def __init__(self, folder: Path, labels: dict[str, np.ndarray], names: list[str], device: torch.device):
        self.device = device
        self.names = names
        count = len(names)
        pixels = torch.zeros(count, 3, SIDE, SIDE, dtype=torch.uint8, device=device)
        self.size = torch.zeros(count, 2, device=device)
        with ThreadPoolExecutor(16) as threads:
            for i, image in enumerate(threads.map(lambda name: read(folder / name), names)):
                height, width = min(SIDE, image.shape[1]), min(SIDE, image.shape[2])
                pixels[i, :, :height, :width] = image[:, :height, :width].to(device)
                self.size[i] = torch.tensor([width, height])
        self.levels = [pixels]
        for _ in range(LEVELS - 1):
            self.levels.append(halved(self.levels[-1]))
        faces = torch.full((count, MAX_FACES, 16), -1.0)
        for i, name in enumerate(names):
            known = labels[name][np.argsort(-labels[name][:, 15])][:MAX_FACES]
            faces[i, : len(known)] = torch.from_numpy(known)
        self.faces = faces.to(device)
        learnt = (self.faces[:, :, 15] > LEARN).sum(1)
        # Crowds teach the most; photos without a face teach what is none.
        self.weight = torch.where(learnt >= 5, 3.0, torch.where(learnt >= 1, 1.0, 0.7))

    def describe(self) -> str:
        learnt = (self.faces[:, :, 15] > LEARN).sum(1)
        return (
            f"{len(self.names)} photos, {int(learnt.sum())} faces to learn, "
            f"{int((learnt >= 5).sum())} photos with 5 or more, {int((learnt == 0).sum())} with none"
        )


def read(path: Path) -> Tensor:
    with Image.open(path) as image:
        return torch.from_numpy(np.array(image.convert("RGB"))).permute(2, 0, 1)


def halved(pixels: Tensor) -> Tensor:
    return torch.cat([F.avg_pool2d(part.float(), 2).round().to(torch.uint8) for part in pixels.split(256)])


def uniform(count: int, low: float, high: float, device: torch.device) -> Tensor:
    return torch.empty(count, device=device).uniform_(low, high)


def log_uniform(count: int, low: float, high: float, device: torch.device) -> Tensor:
    return uniform(count, math.log(low), math.log(high), device).exp()


def random_views(photos: Photos, count: int, side: int):
    """`count` views of side × side pixels: images, boxes, points, and what is known of each face (see loss.assign)."""
    device = photos.device
    index = torch.multinomial(photos.weight, count, replacement=True)
    size, faces = photos.size[index], photos.faces[index]
    chance = lambda probability: torch.rand(count, device=device) < probability

    # Half of the views are scaled so that one face gets a random size; the others show a random part of the photo.
    learnt = (faces[:, :, 15] > LEARN).float()
    follow = chance(0.55) & (learnt.sum(1) > 0)
    picked = faces[torch.arange(count, device=device), torch.multinomial(learnt + 1e-6, 1)[:, 0], :4]
    face_side = (picked[:, 2:] - picked[:, :2]).amax(1).clamp(min=4)
    wanted = log_uniform(count, 9, 1.1 * side, device)
    scale = torch.where(
        follow,
        (wanted / face_side).clamp(0.12, 3.5),
        log_uniform(count, 0.35, 2.2, device) * math.sqrt(side / SIDE),
    )
    scale = torch.maximum(scale, side / (2 * size.amax(1)))  # no view that is mostly empty
    reach = side / scale[:, None]
    jitter = (torch.rand(count, 2, device=device) - 0.5) * reach
    centre = torch.where(
        follow[:, None], (picked[:, :2] + picked[:, 2:]) / 2 + 0.8 * jitter, torch.rand(count, 2, device=device) * size
    )
    low, high = torch.minimum(reach / 2, size / 2), torch.maximum(size - reach / 2, size / 2)
    centre = torch.where(chance(0.85)[:, None], torch.minimum(torch.maximum(centre, low), high), centre)

    kind = torch.rand(count, device=device)
    angle = torch.where(kind < 0.5, 0.0, torch.where(kind < 0.8, uniform(count, -0.6, 0.6, device), uniform(count, -1.75, 1.75, device)))
    mirror = torch.where(chance(0.5), -1.0, 1.0)
    cos, sin = torch.cos(angle), torch.sin(angle)

    images = cut(photos, index, side, scale, centre, cos, sin, mirror)

    def to_view(points: Tensor) -> Tensor:
        offset = points - centre[:, None]
        across = (cos[:, None] * offset[..., 0] + sin[:, None] * offset[..., 1]) * mirror[:, None]
        down = -sin[:, None] * offset[..., 0] + cos[:, None] * offset[..., 1]
        return torch.stack([across, down], -1) * scale[:, None, None] + side / 2

    middle = to_view((faces[:, :, :2] + faces[:, :, 2:4]) / 2)
    upright = (faces[:, :, 2:4] - faces[:, :, :2]) * scale[:, None, None]
    # A face is nearly an ellipse: its turned box is the ellipse's.
    turn = torch.stack([torch.stack([cos**2, sin**2], -1), torch.stack([sin**2, cos**2], -1)], 1)
    extent = torch.sqrt((upright**2) @ turn.transpose(1, 2))
    boxes = torch.cat([middle - extent / 2, middle + extent / 2], -1)
    points = to_view(faces[:, :, 4:14].reshape(count, -1, 2)).reshape(count, -1, 5, 2)
    points = torch.where((mirror < 0)[:, None, None, None], points[:, :, MIRRORED_POINTS], points)

    belief = faces[:, :, 15]
    known = torch.where(belief > LEARN, belief, torch.where(belief > IGNORE, 0.0, -1.0))
    inside = ((middle > 2) & (middle < side - 2)).all(-1)
    touching = (boxes[..., 2:] > 0).all(-1) & (boxes[..., :2] < side).all(-1)
    known = torch.where((known > 0) & (extent.amax(-1) < SMALLEST_FACE), 0.0, known)
    known = torch.where((known >= 0) & ~inside, torch.where(touching, 0.0, -1.0), known)
    return images, boxes, points, known


def cut(photos, index, side, scale, centre, cos, sin, mirror) -> Tensor:
    device = photos.device
    line = torch.arange(side, device=device) + 0.5 - side / 2
    down, across = torch.meshgrid(line, line, indexing="ij")
    across = across[None] * (mirror / scale)[:, None, None]
    down = down[None] / scale[:, None, None]
    cos, sin = cos[:, None, None], sin[:, None, None]
    grid = torch.stack([cos * across - sin * down, sin * across + cos * down], -1) + centre[:, None, None]
    grid = grid / SIDE * 2 - 1
    level = torch.floor(torch.log2((1 / scale).clamp(min=1)) + 0.35).clamp(0, LEVELS - 1).long()
    images = torch.empty(len(index), 3, side, side, device=device)
    for i in range(LEVELS):
        chosen = (level == i).nonzero()[:, 0]
        if len(chosen) > 0:
            source = photos.levels[i][index[chosen]].float()
            images[chosen] = F.grid_sample(source, grid[chosen], padding_mode="zeros", align_corners=False)
    return images


def random_batch(photos: Photos, count: int, side: int):
    """Half of the batch are single views, half are mosaics of four smaller ones: more faces, other surroundings."""
    single = count // 2
    images, boxes, points, known = random_views(photos, single, side)
    half = side // 2
    mosaics = count - single
    m_images, m_boxes, m_points, m_known = random_views(photos, 4 * mosaics, half)
    corner = torch.tensor([[0, 0], [half, 0], [0, half], [half, half]], device=photos.device, dtype=torch.float)
    corner = corner.repeat(mosaics, 1)
    m_images = m_images.view(mosaics, 2, 2, 3, half, half).permute(0, 3, 1, 4, 2, 5).reshape(mosaics, 3, side, side)
    m_boxes = (m_boxes + corner.repeat(1, 2)[:, None]).view(mosaics, -1, 4)
    m_points = (m_points + corner[:, None, None]).view(mosaics, -1, 5, 2)
    m_known = m_known.view(mosaics, -1)
    first = m_known.argsort(1, descending=True)[:, :MAX_FACES]
    rows = torch.arange(mosaics, device=photos.device)[:, None]
    return (
        degrade(torch.cat([images, m_images])),
        torch.cat([boxes, m_boxes[rows, first]]),
        torch.cat([points, m_points[rows, first]]),
        torch.cat([known, m_known[rows, first]]),
    )


def degrade(images: Tensor) -> Tensor:
    """Light, colour, blur, uneven resizing, JPEG and noise, as photos from anywhere have them."""
    count, device = len(images), images.device
    each = lambda low, high: torch.empty(count, 1, 1, 1, device=device).uniform_(low, high)
    chance = lambda probability: (torch.rand(count, 1, 1, 1, device=device) < probability).float()
    mean = images.mean((1, 2, 3), keepdim=True)
    images = (images - mean) * each(0.6, 1.4) + mean * each(0.5, 1.4)
    grey = (images * torch.tensor([0.299, 0.587, 0.114], device=device).view(1, 3, 1, 1)).sum(1, True)
    images = grey + (images - grey) * each(0.4, 1.5) * (1 - chance(0.1))
    images = images * torch.empty(count, 3, 1, 1, device=device).uniform_(0.88, 1.12)
    images = images.clamp(0, 255)
    parts = []
    for part in images.split(8):
        if torch.rand(()) < 0.45:
            part = resized_and_back(part)
        parts.append(part)
    images = torch.cat(parts)
    compressed = chance(0.35)[:, 0, 0, 0].bool()
    if compressed.any():
        images[compressed] = jpeg_like(images[compressed])
    images = images + torch.randn_like(images) * each(0, 12) * chance(0.25)
    return images.clamp(0, 255)


def resized_and_back(images: Tensor) -> Tensor:
    """Many photos were reduced and enlarged on their way, often not by the same factor in both directions."""
    side = images.shape[-1]
    both, one = math.exp(-0.8 * float(torch.rand(()))), math.exp(-0.6 * float(torch.rand(())))
    factors = (both * one, both) if torch.rand(()) < 0.5 else (both, both * one)
    small = F.interpolate(
        images, size=[max(16, round(side * f)) for f in factors], mode="bilinear", antialias=True, align_corners=False
    )
    return F.interpolate(small, size=(side, side), mode="bilinear", align_corners=False)


def jpeg_like(images: Tensor) -> Tensor:
    """What JPEG does to each 8×8 block: cosine transform, coarser steps for finer detail, and back."""
    count, channels, height, width = images.shape
    device = images.device
    k = torch.arange(8, device=device, dtype=torch.float)
    transform = torch.cos(math.pi / 8 * (k[None] + 0.5) * k[:, None]) / 2
    transform[0] /= math.sqrt(2)
    step = 10 + 8 * (k[:, None] + k[None])
    step = step * log_uniform(count, 0.15, 2.5, device)[:, None, None, None, None, None]
    blocks = images.view(count, channels, height // 8, 8, width // 8, 8).transpose(3, 4) - 128
    spectrum = transform @ blocks @ transform.T
    spectrum = torch.round(spectrum / step) * step
    blocks = transform.T @ spectrum @ transform + 128
    return blocks.transpose(3, 4).reshape(count, channels, height, width)

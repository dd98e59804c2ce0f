"""Views for training: regions moved about as the engine's may be, and pixels disturbed as photos are."""

import random

import torch
import torch.nn.functional as F
from torch import Tensor

from geometry import jittered

#: What lies outside a tile: black, as the engine shows it, or surroundings that give no hint where the face is.
OUTSIDE = ("zeros", "border", "reflection")

#: Heads that lie on their side are shown to the model before their rotation is known (radians).
MAX_TURN = 1.9


def regions(first: Tensor, last: Tensor, misplaced: Tensor) -> Tensor:
    """A view of each face: near the last fit or the detector's, some strongly rotated, the misplaced ones far off."""
    count, device = len(last), last.device
    from_detector = torch.rand(count, device=device) < 0.3
    moved = jittered(torch.where(from_detector[:, None], first, last), 0.045, 0.10, 0.12)
    turned = (torch.rand(count, device=device) < 0.2).float()
    moved[:, 3] += turned * (torch.rand(count, device=device) - 0.5) * 2 * MAX_TURN
    far = jittered(last, 0.35, 0.35, 1.2)
    return torch.where(misplaced[:, None], far, moved)


def stretches(count: int, device: torch.device) -> Tensor:
    """Faces made a little wider, longer or skewed: shapes that the photos do not have."""
    aspect, skew = torch.randn(2, count, device=device) * 0.06
    wide = torch.exp(aspect)
    return torch.stack([wide, skew, torch.zeros_like(skew), 1 / wide], 1).unflatten(1, (2, 2))


def disturb(views: Tensor) -> Tensor:
    """Light, colour, sharpness, compression artefacts as noise, and things in front of the face."""
    count, device = len(views), views.device

    def normal(*shape: int) -> Tensor:
        return torch.randn(count, *shape, device=device)

    gain = torch.exp(0.25 * normal(1, 1, 1)) * (1 + 0.06 * normal(3, 1, 1))
    views = (views - 118) * torch.exp(0.18 * normal(1, 1, 1)) + 118
    views = views * gain + 12 * normal(1, 1, 1)
    ramp = torch.linspace(-1, 1, views.shape[-1], device=device)
    views = views * (1 + 0.2 * normal(1, 1, 1) * ramp + 0.15 * normal(1, 1, 1) * ramp[:, None])
    kind = torch.rand(count, device=device)
    grey = kind < 0.15
    views[grey] = views[grey].mean(1, keepdim=True).expand(-1, 3, -1, -1)
    views[kind.gt(0.15) & kind.lt(0.45)] = lower_resolution(views[kind.gt(0.15) & kind.lt(0.45)])
    hidden = kind > 0.8
    views[hidden] = occlude(views[hidden])
    return (views + normal(3, views.shape[-2], views.shape[-1]) * 7 * torch.rand(count, 1, 1, 1, device=device)).clamp(0, 255)


def lower_resolution(views: Tensor) -> Tensor:
    if len(views) == 0:
        return views
    size = views.shape[-2:]
    small = random.choice((20, 26, 32, 40, 52, 64))
    return F.interpolate(F.interpolate(views, (small, small), mode="area"), size, mode="bilinear")


def occlude(views: Tensor) -> Tensor:
    """Covers a rectangle of each view with a plain colour."""
    count, _, height, width = views.shape
    device = views.device
    size = 0.1 + 0.35 * torch.rand(count, 2, 1, device=device)
    start = torch.rand(count, 2, 1, device=device) * (1.1 - size) - 0.05
    x, y = ((torch.arange(n, device=device) + 0.5) / n for n in (width, height))
    inside_x = (x > start[:, 0]) & (x < start[:, 0] + size[:, 0])
    inside_y = (y > start[:, 1]) & (y < start[:, 1] + size[:, 1])
    inside = (inside_x[:, None, :] & inside_y[:, :, None])[:, None]
    return torch.where(inside, torch.rand(count, 3, 1, 1, device=device) * 255, views)

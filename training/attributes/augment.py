"""Random changes to a batch of faces, all computed on the device of the batch.

They cover what differs between FairFace's crops and the crops of the service (position, size and
roll of the face, the filter of the reduction, compression) and what differs between photos (light).
"""

import math

import torch
from torch.nn import functional as F


def uniform(count, low, high, device):
    return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low


def chosen(count, probability, device):
    return torch.rand(count, 1, 1, 1, device=device) < probability


def move(x, degrees=14.0, scale=0.15, shift=0.11):
    """Rotate, scale, shift, mirror. The shift is in halves of the image's side."""
    n, device = len(x), x.device
    angle = (torch.rand(n, device=device) * 2 - 1) * math.radians(degrees)
    size = torch.exp((torch.rand(n, device=device) * 2 - 1) * scale)
    mirror = torch.where(torch.rand(n, device=device) < 0.5, -1.0, 1.0)
    transform = torch.zeros(n, 2, 3, device=device)
    transform[:, 0, 0] = torch.cos(angle) * size * mirror
    transform[:, 0, 1] = -torch.sin(angle) * size
    transform[:, 1, 0] = torch.sin(angle) * size * mirror
    transform[:, 1, 1] = torch.cos(angle) * size
    transform[:, :, 2] = (torch.rand(n, 2, device=device) * 2 - 1) * shift
    grid = F.affine_grid(transform, list(x.shape), align_corners=False)
    # Bicubic keeps the sharpness that bilinear sampling would take away from every image.
    return F.grid_sample(x, grid, mode="bicubic", padding_mode="border", align_corners=False).clamp(0, 255)


def blur_or_sharpen(x):
    """Three-tap filters from slightly sharpening to clearly blurring: other filters, other cameras."""
    n = len(x)
    side = uniform(n, -0.08, 0.2, x.device)
    side = torch.where(chosen(n, 0.5, x.device), side, torch.zeros_like(side))
    for dimension in (2, 3):
        padding = (0, 0, 1, 1) if dimension == 2 else (1, 1, 0, 0)
        padded = F.pad(x, padding, mode="replicate")
        length = x.shape[dimension]
        before, after = padded.narrow(dimension, 0, length), padded.narrow(dimension, 2, length)
        x = x + side * (before + after - 2 * x)
    return x


def light(x):
    """Gamma, contrast and brightness."""
    n, device = len(x), x.device
    x = 255 * (x.clamp(0, 255) / 255 + 1e-4) ** torch.exp(uniform(n, -0.35, 0.35, device))
    mean = x.mean(dim=(2, 3), keepdim=True)
    return (x - mean) * uniform(n, 0.7, 1.3, device) + mean + uniform(n, -30, 30, device)


_FREQUENCY = torch.arange(8, dtype=torch.float32)
_DCT = torch.cos((2 * _FREQUENCY[None] + 1) * _FREQUENCY[:, None] * math.pi / 16) * 0.5
_DCT[0] = math.sqrt(1 / 8)
_STEP = 8 + 5 * (_FREQUENCY[None] + _FREQUENCY[:, None])


def compress(x):
    """Quantise 8x8 blocks as JPEG does, for some of the images and with random strength."""
    n, device = len(x), x.device
    dct = _DCT.to(device)
    blocks = x.reshape(n, 4, 8, 4, 8).permute(0, 1, 3, 2, 4)
    coefficients = dct @ (blocks - 128) @ dct.t()
    step = _STEP.to(device) * uniform(n, 0.1, 1.2, device)[:, :, :, :, None]
    blocks = dct.t() @ (torch.round(coefficients / step) * step) @ dct + 128
    compressed = blocks.permute(0, 1, 3, 2, 4).reshape(n, 1, 32, 32)
    return torch.where(chosen(n, 0.3, device), compressed, x)


def cut_out(x, probability=0.35):
    """Hide a rectangle of a random even grey: hands, hair, masks."""
    n, device = len(x), x.device
    across = torch.arange(32, device=device).view(1, 1, 1, 32)
    down = torch.arange(32, device=device).view(1, 1, 32, 1)
    half_width, half_height = uniform(n, 2, 7, device), uniform(n, 2, 7, device)
    inside = ((across - uniform(n, 0, 31, device)).abs() < half_width) & (
        (down - uniform(n, 0, 31, device)).abs() < half_height
    )
    return torch.where(inside & chosen(n, probability, device), uniform(n, 0, 255, device), x)


def augment(pixels):
    """uint8 N x 32 x 32 -> float N x 1 x 32 x 32, values about 0 to 255."""
    x = move(pixels[:, None].float())
    x = compress(light(blur_or_sharpen(x)))
    x = x + torch.randn_like(x) * uniform(len(x), 0, 6, x.device)
    return cut_out(x).clamp(0, 255)

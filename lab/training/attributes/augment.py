"""Random changes to a batch of faces, all computed on the device of the batch.

They cover what differs between FairFace's crops and the crops of the service (position, size and
roll of the face, the end of the photo, resolution, compression) and what differs between photos (light, colour).
"""

import math

import torch
from torch.nn import functional as F

from model import SIDE


def uniform(count, low, high, device):
    return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low


def chosen(count, probability, device):
    return torch.rand(count, 1, 1, 1, device=device) < probability


def reduce(pixels):
    """uint8 N x 3 x 112 x 112 -> float N x 3 x 96 x 96: an image as it is."""
    return F.interpolate(pixels.float(), size=(SIDE, SIDE), mode="bicubic", antialias=True).clamp(0, 255)


def move(pixels, degrees=16.0, scale=0.2, shift=0.13):
    """Rotate, scale, shift, mirror, and reduce. The shift is in halves of the image's side. Black outside, as in FairFace."""
    x = pixels.float()
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
    grid = F.affine_grid(transform, [n, 3, SIDE, SIDE], align_corners=False)
    # Half of them go on as if the photo did not end there, so that the black border says nothing about a face.
    modes = [
        F.grid_sample(part, its_grid, mode="bilinear", padding_mode=mode, align_corners=False)
        for part, its_grid, mode in zip(x.chunk(2), grid.chunk(2), ("border", "zeros"))
    ]
    return torch.cat(modes)


def end_of_photo(x, probability=0.15, most=0.25):
    """Black beyond a random line at each side: faces at the edge of a photo, and photos cropped close to the face."""
    n, device = len(x), x.device
    across = (torch.arange(SIDE, device=device).view(1, 1, 1, SIDE) + 0.5) / SIDE
    down = across.transpose(2, 3)
    left, right, top, bottom = (uniform(n, -most, most, device) for _ in range(4))
    outside = (across < left) | (across > 1 - right) | (down < top) | (down > 1 - bottom)
    return x.masked_fill(outside & chosen(n, probability, device), 0)


def lose_detail(x, parts=8):
    """Half of the batch as if the face had been smaller in the photo: reduced to a random size and enlarged again."""
    pieces = list(x.chunk(parts))
    for index in range(0, len(pieces), 2):
        side = int(torch.randint(20, SIDE, ()).item())
        small = F.interpolate(pieces[index], size=(side, side), mode="bilinear", antialias=True)
        pieces[index] = F.interpolate(small, size=(SIDE, SIDE), mode="bilinear", align_corners=False)
    return torch.cat(pieces)


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
    """Gamma, contrast, brightness, white balance and saturation; some images become grey."""
    n, device = len(x), x.device
    x = 255 * (x.clamp(0, 255) / 255 + 1e-4) ** torch.exp(uniform(n, -0.35, 0.35, device))
    grey = x.mean(dim=1, keepdim=True)
    saturation = torch.where(chosen(n, 0.1, device), torch.zeros(n, 1, 1, 1, device=device), uniform(n, 0.6, 1.4, device))
    x = grey + (x - grey) * saturation
    x = x * torch.exp((torch.rand(n, 3, 1, 1, device=device) * 2 - 1) * 0.12)
    mean = x.mean(dim=(1, 2, 3), keepdim=True)
    return (x - mean) * uniform(n, 0.7, 1.3, device) + mean + uniform(n, -30, 30, device)


_FREQUENCY = torch.arange(8, dtype=torch.float32)
_DCT = torch.cos((2 * _FREQUENCY[None] + 1) * _FREQUENCY[:, None] * math.pi / 16) * 0.5
_DCT[0] = math.sqrt(1 / 8)
_STEP = 8 + 5 * (_FREQUENCY[None] + _FREQUENCY[:, None])


def compress(x):
    """Quantise 8x8 blocks as JPEG does, for some of the images and with random strength."""
    n, device = len(x), x.device
    dct = _DCT.to(device)
    rows = SIDE // 8
    blocks = x.reshape(n, 3, rows, 8, rows, 8).transpose(3, 4)
    coefficients = dct @ (blocks - 128) @ dct.t()
    step = _STEP.to(device) * uniform(n, 0.1, 1.2, device)[:, :, :, :, None, None]
    blocks = dct.t() @ (torch.round(coefficients / step) * step) @ dct + 128
    compressed = blocks.transpose(3, 4).reshape(n, 3, SIDE, SIDE)
    return torch.where(chosen(n, 0.3, device), compressed, x)


def cut_out(x, probability=0.35):
    """Hide a rectangle of a random even colour: hands, hair, masks."""
    n, device = len(x), x.device
    across = torch.arange(SIDE, device=device).view(1, 1, 1, SIDE)
    down = torch.arange(SIDE, device=device).view(1, 1, SIDE, 1)
    half_width, half_height = uniform(n, 6, 21, device), uniform(n, 6, 21, device)
    inside = ((across - uniform(n, 0, SIDE - 1, device)).abs() < half_width) & (
        (down - uniform(n, 0, SIDE - 1, device)).abs() < half_height
    )
    colour = torch.rand(n, 3, 1, 1, device=device) * 255
    return torch.where(inside & chosen(n, probability, device), colour, x)


def augment(pixels):
    """uint8 N x 3 x 112 x 112 -> float N x 3 x 96 x 96, values about 0 to 255."""
    x = lose_detail(move(pixels))
    x = compress(light(blur_or_sharpen(x)))
    x = x + torch.randn_like(x) * uniform(len(x), 0, 6, x.device)
    return end_of_photo(cut_out(x).clamp(0, 255))

"""Square regions of tiles: showing them to a model, and bringing points from one frame to the other.

A region is [x, y, side, angle]: its centre and side in pixels of the tile, and its rotation, clockwise.
"""

import torch
import torch.nn.functional as F
from torch import Tensor

LEFT_EYE_OUTER, RIGHT_EYE_OUTER = 33, 263
#: The engine's second fit shows a square of this many times the larger side of the upright mesh.
REGION_MARGIN = 1.35


def crop(tiles: Tensor, regions: Tensor, side: int, outside: str = "zeros", stretch: Tensor | None = None) -> Tensor:
    """The regions as crops of side×side pixels; `outside` is a padding mode of grid_sample; `stretch` as in `stretched`."""
    size = tiles.shape[-1]
    x, y, length, angle = regions.unbind(1)
    cos, sin = torch.cos(angle) * length / size, torch.sin(angle) * length / size
    turn = torch.stack([cos, -sin, sin, cos], 1).unflatten(1, (2, 2))
    if stretch is not None:
        turn = turn @ torch.linalg.inv(stretch)
    centre = torch.stack([2 * x / size - 1, 2 * y / size - 1], 1)
    theta = torch.cat([turn, centre[:, :, None]], 2)
    grid = F.affine_grid(theta, (len(tiles), 3, side, side), align_corners=False)
    return F.grid_sample(tiles.float(), grid, mode="bilinear", padding_mode=outside, align_corners=False)


def to_tile(points: Tensor, regions: Tensor, side: int) -> Tensor:
    """Points [batch, n, 3] of crops in pixels of the tile; depths are scaled alike."""
    x, y, length, angle = (value[:, None] for value in regions.unbind(1))
    cos, sin = torch.cos(angle), torch.sin(angle)
    u, v, z = ((points - points.new_tensor([side / 2, side / 2, 0])) * (length / side)[..., None]).unbind(2)
    return torch.stack([x + cos * u - sin * v, y + sin * u + cos * v, z], 2)


def to_crop(points: Tensor, regions: Tensor, side: int) -> Tensor:
    """The inverse of `to_tile`."""
    x, y, length, angle = (value[:, None] for value in regions.unbind(1))
    cos, sin = torch.cos(angle), torch.sin(angle)
    u, v = points[..., 0] - x, points[..., 1] - y
    scale = side / length
    return torch.stack(
        [(cos * u + sin * v) * scale + side / 2, (cos * v - sin * u) * scale + side / 2, points[..., 2] * scale], 2
    )


def stretched(points: Tensor, stretch: Tensor, side: int) -> Tensor:
    """Points of crops after a linear map [batch, 2, 2] about the middle of the crop; depths stay."""
    plane = (points[..., :2] - side / 2) @ stretch.transpose(1, 2) + side / 2
    return torch.cat([plane, points[..., 2:]], 2)


def refined(points: Tensor) -> Tensor:
    """The region of the engine's next fit: the square around the mesh, levelled by the outer corners of the eyes."""
    eyes = points[:, RIGHT_EYE_OUTER] - points[:, LEFT_EYE_OUTER]
    angle = torch.atan2(eyes[:, 1], eyes[:, 0])
    cos, sin = torch.cos(angle)[:, None], torch.sin(angle)[:, None]
    level = torch.stack([cos * points[..., 0] + sin * points[..., 1], cos * points[..., 1] - sin * points[..., 0]], 2)
    low, high = level.amin(1), level.amax(1)
    centre = (low + high) / 2
    x, y = cos[:, 0] * centre[:, 0] - sin[:, 0] * centre[:, 1], sin[:, 0] * centre[:, 0] + cos[:, 0] * centre[:, 1]
    return torch.stack([x, y, REGION_MARGIN * (high - low).amax(1), angle], 1)


def jittered(regions: Tensor, place: float, size: float, turn: float) -> Tensor:
    """Regions moved by normal deviations: of their side, of its logarithm, and in radians."""
    noise = torch.randn_like(regions)
    return torch.stack(
        [
            regions[:, 0] + noise[:, 0] * place * regions[:, 2],
            regions[:, 1] + noise[:, 1] * place * regions[:, 2],
            regions[:, 2] * torch.exp(noise[:, 2] * size),
            regions[:, 3] + noise[:, 3] * turn,
        ],
        1,
    )

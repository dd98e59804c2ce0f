"""The detector: a small convolutional model with four output maps, at strides 8, 16, 32 and 64.

Each cell of a map says whether a face is centred near it: a logit, the face's box and its five points (eyes, tip of the
nose, corners of the mouth). The input is RGB from 0 to 255, its sides multiples of 64.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

STRIDES = (8, 16, 32, 64)
POINTS = 5
OUTPUTS = 1 + 4 + 2 * POINTS


def conv(inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Block(nn.Module):
    """A depthwise 3×3 and a pointwise convolution, with a shortcut where the shapes allow one."""

    def __init__(self, inputs: int, outputs: int, stride: int = 1, shortcut: bool = True):
        super().__init__()
        self.depthwise = conv(inputs, inputs, 3, stride, groups=inputs)
        self.pointwise = conv(inputs, outputs, 1)
        self.shortcut = shortcut and stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        y = self.pointwise(self.depthwise(x))
        return x + y if self.shortcut else y


class Detector(nn.Module):
    """A backbone, features passed from coarse to fine, and one small head a stride."""

    def __init__(
        self,
        stem: int = 16,
        quarter: int = 32,
        widths: tuple[int, ...] = (64, 128, 128, 128),
        blocks: tuple[int, ...] = (2, 4, 4, 2),
        features: int = 64,
    ):
        super().__init__()
        self.stem = nn.Sequential(conv(3, stem, 3, 2), Block(stem, quarter, 2), Block(quarter, quarter))
        self.stages = nn.ModuleList()
        before = quarter
        for width, count in zip(widths, blocks):
            self.stages.append(
                nn.Sequential(Block(before, width, 2), *[Block(width, width) for _ in range(count)])
            )
            before = width
        self.lateral = nn.ModuleList(
            nn.Identity() if width == features else nn.Conv2d(width, features, 1) for width in widths
        )
        self.merge = nn.ModuleList(Block(features, features, shortcut=False) for _ in STRIDES)
        self.head = nn.ModuleList(Block(features, features, shortcut=False) for _ in STRIDES)
        self.output = nn.ModuleList(nn.Conv2d(features, OUTPUTS, 1) for _ in STRIDES)
        for layer in self.output:
            nn.init.normal_(layer.weight, 0, 0.01)
            nn.init.zeros_(layer.bias)
            layer.bias.data[0] = -4.6  # a face in one cell of a hundred, so that training starts calm

    def forward(self, image: Tensor) -> list[Tensor]:
        x = self.stem(image * (1 / 128))
        levels = []
        for stage in self.stages:
            x = stage(x)
            levels.append(x)
        maps: list[Tensor] = [None] * len(STRIDES)
        above = None
        for i in reversed(range(len(STRIDES))):
            x = self.lateral[i](levels[i])
            if above is not None:
                x = x + F.interpolate(above, scale_factor=2.0, mode="nearest")
            above = self.merge[i](x)
            maps[i] = self.output[i](self.head[i](above))
        return maps


def cells(height: int, width: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """The centre of every cell of the four maps, [N, 2], and its stride, [N]."""
    centres, strides = [], []
    for stride in STRIDES:
        rows, columns = height // stride, width // stride
        y, x = torch.meshgrid(
            torch.arange(rows, device=device), torch.arange(columns, device=device), indexing="ij"
        )
        centres.append((torch.stack([x.flatten(), y.flatten()], 1) + 0.5) * stride)
        strides.append(torch.full((rows * columns,), float(stride), device=device))
    return torch.cat(centres), torch.cat(strides)


def decode(maps: list[Tensor], centres: Tensor, strides: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The maps as logits [B, N], boxes x1, y1, x2, y2 [B, N, 4] and points [B, N, 5, 2], in input pixels."""
    values = torch.cat([m.flatten(2) for m in maps], 2).transpose(1, 2).float()
    stride = strides[None, :, None]
    centre = centres[None] + values[..., 1:3] * stride
    half = torch.exp(values[..., 3:5].clamp(-6, 6)) * stride
    points = centres[None, :, None] + values[..., 5:].unflatten(-1, (POINTS, 2)) * stride[..., None] * 2
    return values[..., 0], torch.cat([centre - half, centre + half], -1), points

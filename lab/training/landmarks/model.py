"""The landmark model: 478 vertices and the presence of a face from a small square crop."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

VERTICES = 478
#: Points are learnt in this unit (pixels of the crop), so that the last layer has outputs of about one.
UNIT = 16.0


def conv(inputs: int, outputs: int, kernel: int, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False), nn.BatchNorm2d(outputs)
    )


class Inverted(nn.Module):
    """Expands, filters each channel, and reduces again (MobileNetV2)."""

    def __init__(self, inputs: int, outputs: int, stride: int, expansion: int = 2):
        super().__init__()
        wide = inputs * expansion
        self.expand = conv(inputs, wide, 1)
        self.filter = conv(wide, wide, 3, stride, groups=wide)
        self.reduce = conv(wide, outputs, 1)
        self.shortcut = stride == 1 and inputs == outputs

    def forward(self, x: Tensor) -> Tensor:
        y = self.reduce(torch.relu(self.filter(torch.relu(self.expand(x)))))
        return x + y if self.shortcut else y


class Residual(nn.Module):
    """Two 3×3 convolutions; a 1×1 convolution stands in for the shortcut where the shape changes."""

    def __init__(self, inputs: int, outputs: int, stride: int):
        super().__init__()
        self.first = conv(inputs, outputs, 3, stride)
        self.second = conv(outputs, outputs, 3)
        self.shortcut = None if stride == 1 and inputs == outputs else conv(inputs, outputs, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        y = self.second(torch.relu(self.first(x)))
        return torch.relu(y + (x if self.shortcut is None else self.shortcut(x)))


@dataclass(frozen=True)
class Shape:
    """The side of the crop, the block, the width of the first layer, and (width, blocks) of each halving."""

    side: int
    block: type[nn.Module]
    width: int
    stages: tuple[tuple[int, int], ...]


SHAPES = {
    "inverted": Shape(128, Inverted, 32, ((48, 2), (72, 3), (120, 4), (192, 4))),
    "residual": Shape(160, Residual, 24, ((32, 1), (56, 2), (104, 2), (160, 2))),
    "residual-wide": Shape(160, Residual, 24, ((40, 1), (64, 2), (112, 3), (176, 2))),
}
#: Channels of the last map after the mixing layer, and weighted sums over its places, per channel.
MIXED, SUMS = 256, 2
#: Channels that are read place by place from the maps of the two halvings before the last: where a contour runs exactly.
PLACED = (12, 24)
#: The meshes of all faces lie close to a space of about this many dimensions.
MESH_RANK = 192


class Landmarks(nn.Module):
    def __init__(self, name: str):
        super().__init__()
        self.name = name
        shape = SHAPES[name]
        self.side, width = shape.side, shape.width
        self.stem = nn.Sequential(conv(3, width, 3, 2), nn.ReLU())
        self.stages = nn.ModuleList()
        for outputs, blocks in shape.stages:
            layers = []
            for index in range(blocks):
                layers.append(shape.block(width, outputs, 2 if index == 0 else 1))
                width = outputs
            self.stages.append(nn.Sequential(*layers))
        self.mix = conv(width, MIXED, 1)
        self.pool = nn.Conv2d(MIXED, MIXED * SUMS, shape.side // 32, groups=MIXED)
        widths = [outputs for outputs, _ in shape.stages[1:3]]
        self.placed = nn.ModuleList(conv(inputs, outputs, 1) for inputs, outputs in zip(widths, PLACED))
        places = sum(channels * (shape.side // step) ** 2 for channels, step in zip(PLACED, (8, 16)))
        self.reduce = nn.Linear(MIXED * SUMS + places, MESH_RANK)
        self.points = nn.Linear(MESH_RANK, VERTICES * 3)
        self.presence = nn.Sequential(nn.Linear(MIXED * SUMS, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """Pixels from 0 to 255 → vertices [batch, 478, 3] in pixels of the crop, and the logit of presence [batch]."""
        x = self.stem((pixels - 128) / 64)
        maps = []
        for stage in self.stages:
            x = stage(x)
            maps.append(x)
        whole = torch.relu(self.pool(torch.relu(self.mix(x)))).flatten(1)
        placed = [torch.relu(layer(map_)).flatten(1) for layer, map_ in zip(self.placed, maps[1:3])]
        points = self.points(self.reduce(torch.cat([whole, *placed], 1)))
        return points.unflatten(1, (VERTICES, 3)) * UNIT, self.presence(whole)[:, 0]

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
    #: Weighted sums over the places of the last map, per channel.
    sums: int = 2


SHAPES = {
    "inverted": Shape(128, Inverted, 32, ((48, 2), (72, 3), (120, 4), (192, 4))),
    "inverted-wide": Shape(160, Inverted, 32, ((56, 2), (88, 3), (144, 4), (224, 4))),
    "residual": Shape(128, Residual, 32, ((32, 1), (48, 1), (80, 2), (128, 2))),
    "residual-wide": Shape(128, Residual, 32, ((40, 1), (64, 2), (112, 2), (160, 2))),
}


class Landmarks(nn.Module):
    def __init__(self, name: str, features: int = 256):
        super().__init__()
        self.name = name
        shape = SHAPES[name]
        self.side, width = shape.side, shape.width
        layers: list[nn.Module] = [conv(3, width, 3, 2), nn.ReLU()]
        for outputs, blocks in shape.stages:
            for index in range(blocks):
                layers.append(shape.block(width, outputs, 2 if index == 0 else 1))
                width = outputs
        self.features = nn.Sequential(*layers)
        self.mix = conv(width, features, 1)
        self.pool = nn.Conv2d(features, features * shape.sums, shape.side // 32, groups=features)
        self.points = nn.Linear(features * shape.sums, VERTICES * 3)
        self.presence = nn.Linear(features * shape.sums, 1)

    def forward(self, pixels: Tensor) -> tuple[Tensor, Tensor]:
        """Pixels from 0 to 255 → vertices [batch, 478, 3] in pixels of the crop, and the logit of presence [batch]."""
        x = torch.relu(self.mix(self.features((pixels - 128) / 64)))
        x = torch.relu(self.pool(x)).flatten(1)
        return self.points(x).unflatten(1, (VERTICES, 3)) * UNIT, self.presence(x)[:, 0]

"""The models: plain residual convolutions over 96x96 pixels in colour, ten outputs.

Output 0 is the logit of "male", outputs 1 to 9 are the logits of the nine age groups. Only
convolutions, ReLU, additions, one global average and one linear layer, which onnxruntime runs fast.
"""

import torch
from torch import nn
from torch.nn import functional as F

SIDE = 96

# Channels at 48, 24, 12 and 6 pixels, and residual blocks at each of these sizes.
SIZES = {
    "teacher": ([64, 160, 320, 512], [1, 2, 3, 2]),
    "medium": ([32, 64, 112, 168], [0, 2, 2, 2]),
    "small": ([24, 48, 96, 176], [0, 1, 2, 2]),
}


def convolution(inputs, outputs, stride=1):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs))


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = convolution(channels, channels)

    def forward(self, x):
        return F.relu(x + self.second(F.relu(self.first(x))))


class AttributeModel(nn.Module):
    def __init__(self, size, dropout=0.0):
        super().__init__()
        channels, blocks = SIZES[size]
        self.size = size
        layers = []
        inputs = 3
        for outputs, count in zip(channels, blocks):
            layers += [convolution(inputs, outputs, 2), nn.ReLU()]
            layers += [Residual(outputs) for _ in range(count)]
            inputs = outputs
        self.features = nn.Sequential(*layers)
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(inputs, 10)

    def forward(self, pixels):
        """pixels: N x 3 x 96 x 96, red, green and blue from 0 to 255."""
        x = self.features((pixels - 128.0) * (1.0 / 64.0))
        return self.head(self.dropout(F.adaptive_avg_pool2d(x, 1).flatten(1)))


def save(model, path, **extra):
    weights = {name: value.detach().float().cpu() for name, value in model.state_dict().items()}
    torch.save({"size": model.size, "weights": weights, **extra}, path)


def restore(path, device):
    stored = torch.load(path, map_location="cpu")
    model = AttributeModel(stored["size"])
    model.load_state_dict(stored["weights"])
    return model.to(device).eval(), stored

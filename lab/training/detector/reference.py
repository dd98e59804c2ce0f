"""Records the outputs of a trained detector for a fixed pattern, for the test of the built model in packages/model-build.

    python3 reference.py --weights detector.pt

The pattern is made of integers, so that the test makes the same one: no image has to be stored.
"""

import argparse
import json
from pathlib import Path

import torch

from model import STRIDES, Detector

WIDTH, HEIGHT = 192, 128


def pattern() -> torch.Tensor:
    across, down = torch.arange(WIDTH)[None, :], torch.arange(HEIGHT)[:, None]
    planes = [
        (3 * (colour + 1) * across + 5 * down + torch.div(across * down, 16 + colour, rounding_mode="floor")) % 256
        for colour in range(3)
    ]
    return torch.stack(planes)[None].float()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", type=Path, required=True)
    arguments = parser.parse_args()
    model = Detector().eval()
    model.load_state_dict(torch.load(arguments.weights, map_location="cpu"))
    with torch.no_grad():
        maps = model(pattern())
    for stride, values in zip(STRIDES, maps):
        # Of each plane its mean, and what the cell in the middle says.
        mean = [round(value, 4) for value in values[0].mean((1, 2)).tolist()]
        middle = [round(value, 4) for value in values[0, :, HEIGHT // stride // 2, WIDTH // stride // 2].tolist()]
        print(json.dumps({"stride": stride, "mean": mean, "middle": middle}))


if __name__ == "__main__":
    main()

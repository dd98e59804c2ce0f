"""Record what a trained net answers to fixed patterns, for the test of the built net in packages/model-build.

The patterns are made of whole numbers, so that the test makes the same ones: no image has to be stored.
"""

import argparse
import json

import torch

from model import restore

SEEDS = [1, 2, 3, 4]


def pattern(seed):
    across = torch.arange(32)[None, :]
    down = torch.arange(32)[:, None]
    return (7 * seed * across + 5 * down + seed * torch.div(across * down, 4, rounding_mode="floor")) % 256


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("net", help="a net saved by train.py")
    parser.add_argument("report", help="the report of evaluate.py, for the temperatures")
    parser.add_argument("output", help="the JSON file to write")
    arguments = parser.parse_args()
    net, _ = restore(arguments.net, "cpu")
    with open(arguments.report) as file:
        temperatures = json.load(file)["one view"]["temperatures"]
    pixels = torch.stack([pattern(seed) for seed in SEEDS])[:, None].float()
    with torch.no_grad():
        logits = net(pixels)
    answers = [
        {
            "seed": seed,
            "male": round(row[0].item() / temperatures["gender"], 5),
            "ageGroups": [round(value / temperatures["age"], 5) for value in row[1:].tolist()],
        }
        for seed, row in zip(SEEDS, logits)
    ]
    with open(arguments.output, "w") as file:
        json.dump(answers, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()

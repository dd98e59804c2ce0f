"""Record the outputs of an exported model for fixed patterns, for the test of the built model in packages/model-build.

    python3 reference.py attributes.onnx reference.json

The weights of the file are run by PyTorch here and by onnxruntime in the test. The patterns are made of integers, so
that the test makes the same ones: no image has to be stored.
"""

import argparse
import json

import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional as F

from model import SIDE

SEEDS = [1, 2, 3, 4]


def pattern(seed):
    plane = torch.arange(3)[:, None, None]
    across = torch.arange(SIDE)[None, None, :]
    down = torch.arange(SIDE)[None, :, None]
    product = torch.div(across * down, 4, rounding_mode="floor")
    return (7 * seed * across + 5 * down + seed * product + 40 * plane) % 256


OPERATIONS = {
    "Cast": lambda node, x: x.float(),
    "Sub": lambda node, x, y: x - y,
    "Mul": lambda node, x, y: x * y,
    "Add": lambda node, x, y: x + y,
    "Relu": lambda node, x: F.relu(x),
    "Conv": lambda node, x, weight, bias: F.conv2d(x, weight, bias, stride=attribute(node, "strides"), padding=1),
    "GlobalAveragePool": lambda node, x: F.adaptive_avg_pool2d(x, 1),
    "Flatten": lambda node, x: x.flatten(1),
    "Gemm": lambda node, x, weight, bias: F.linear(x, weight, bias),
}


def attribute(node, name):
    return next(list(one.ints) for one in node.attribute if one.name == name)


def logits_of(model, pixels):
    """Calibrated logits by the name of the probabilities that are made of them."""
    values = {tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in model.graph.initializer}
    values["pixels"] = pixels
    logits = {}
    for node in model.graph.node:
        if node.op_type in ("Sigmoid", "Softmax"):
            logits[node.output[0]] = values[node.input[0]]
        elif node.op_type != "MatMul":  # the expected age, of which only the probabilities are the model's
            values[node.output[0]] = OPERATIONS[node.op_type](node, *(values[name] for name in node.input))
    return logits


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="the ONNX file of export.py")
    parser.add_argument("output", help="the JSON file to write")
    arguments = parser.parse_args()
    pixels = torch.stack([pattern(seed) for seed in SEEDS]).float()
    with torch.no_grad():
        logits = logits_of(onnx.load(arguments.model), pixels)
    outputs = [
        {
            "seed": seed,
            "male": round(logits["male"][row, 0].item(), 5),
            "ageGroups": [round(value, 5) for value in logits["age_groups"][row].tolist()],
        }
        for row, seed in enumerate(SEEDS)
    ]
    with open(arguments.output, "w") as file:
        json.dump(outputs, file, indent=2)
        file.write("\n")


if __name__ == "__main__":
    main()

"""Write a trained model as an ONNX file with calibrated outputs and weights stored as 16-bit floats.

Input  "pixels"      N x 3 x 96 x 96, red, green and blue from 0 to 255.
Output "male"        N x 1, probability of male.
Output "age_groups"  N x 9, probabilities of the age groups (labels.AGE_GROUPS).
Output "years"       N x 1, expected age in years.

Batch normalisation is folded into the convolutions and the temperatures into the last layer.
onnxruntime turns the stored weights back into 32-bit floats once, when it opens the file.
"""

import argparse
import json
import os
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

sys.path.append(str(Path(__file__).parent.parent))

from half_floats import store_as_half  # noqa: E402
from labels import GROUP_YEARS
from model import SIDE, Residual, restore


class Graph:
    """Collects the nodes and weights of an ONNX graph; each method returns the name of its result."""

    def __init__(self):
        self.nodes = []
        self.weights = []

    def weight(self, values):
        name = f"weight{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind, *inputs, output=None, **attributes):
        output = output or f"value{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def convolution(self, x, layers):
        """A convolution with its batch normalisation folded in."""
        fused = fuse_conv_bn_eval(layers[0], layers[1])
        weight, bias = (self.weight(value.detach().numpy()) for value in (fused.weight, fused.bias))
        return self.node("Conv", x, weight, bias, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=list(fused.stride))

    def residual(self, x, block):
        y = self.node("Relu", self.convolution(x, block.first))
        return self.node("Relu", self.node("Add", x, self.convolution(y, block.second)))


def build(model, temperatures):
    """The model with pixels as input and probabilities as outputs, as an ONNX model."""
    graph = Graph()
    x = graph.node("Sub", "pixels", graph.weight(np.array(128, np.float32)))
    x = graph.node("Mul", x, graph.weight(np.array(1 / 64, np.float32)))
    for layer in model.features:
        if isinstance(layer, Residual):
            x = graph.residual(x, layer)
        elif isinstance(layer, nn.ReLU):
            x = graph.node("Relu", x)
        else:
            x = graph.convolution(x, layer)
    x = graph.node("Flatten", graph.node("GlobalAveragePool", x))
    weight, bias = model.head.weight.detach().numpy(), model.head.bias.detach().numpy()
    for name, rows, divisor in (("gender", slice(0, 1), "gender"), ("age", slice(1, 10), "age")):
        scaled = [graph.weight(value[rows] / np.float32(temperatures[divisor])) for value in (weight, bias)]
        logits = graph.node("Gemm", x, *scaled, transB=1)
        if name == "gender":
            graph.node("Sigmoid", logits, output="male")
        else:
            graph.node("Softmax", logits, output="age_groups", axis=1)
    graph.node("MatMul", "age_groups", graph.weight(np.array(GROUP_YEARS, np.float32)[:, None]), output="years")

    def value(name, *shape):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["faces", *shape])

    outputs = [value("male", 1), value("age_groups", 9), value("years", 1)]
    described = helper.make_graph(graph.nodes, "attributes", [value("pixels", 3, SIDE, SIDE)], outputs, graph.weights)
    return helper.make_model(described, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", help="a model saved by train.py")
    parser.add_argument("report", help="the report of evaluate.py, for the temperatures")
    parser.add_argument("output", help="the ONNX file to write")
    parser.add_argument("--views", choices=["one view", "two views"], default="one view")
    arguments = parser.parse_args()

    model, _ = restore(arguments.model, "cpu")
    with open(arguments.report) as file:
        temperatures = json.load(file)[arguments.views]["temperatures"]
    onnx_model = build(model, temperatures)
    store_as_half(onnx_model)
    onnx.checker.check_model(onnx_model)
    onnx.save(onnx_model, arguments.output)
    print(f"{arguments.output}: {len(onnx_model.SerializeToString())} bytes, {sorted({node.op_type for node in onnx_model.graph.node})}")

    # Before the import: otherwise onnxruntime sends telemetry to its maker.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError:
        print("onnxruntime is missing: the file was not compared with the model")
        return
    pixels = torch.randint(0, 256, (5, 3, SIDE, SIDE), generator=torch.Generator().manual_seed(1)).float()
    with torch.no_grad():
        logits = model(pixels)
        groups = torch.softmax(logits[:, 1:] / temperatures["age"], dim=1)
        expected = [torch.sigmoid(logits[:, :1] / temperatures["gender"]), groups]
    names = ["male", "age_groups"]
    session = onnxruntime.InferenceSession(arguments.output, providers=["CPUExecutionProvider"])
    outputs = session.run(names, {"pixels": pixels.numpy()})
    largest = [float(np.abs(output - value.numpy()).max()) for output, value in zip(outputs, expected)]
    print(f"largest difference from the model: {dict(zip(names, largest))}")
    if max(largest) > 0.01:
        raise SystemExit("the exported model gives other outputs")


if __name__ == "__main__":
    main()

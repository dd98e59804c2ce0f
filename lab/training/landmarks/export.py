"""Writes a trained model as an ONNX file, batch normalisation folded in, large weights stored as 16-bit floats.

    python3 export.py --weights inverted.pt --out landmarks.onnx

Input  "pixels"    N×3×side×side, red, green and blue from 0 to 255.
Output "points"    N×1434, x, y and z of 478 vertices in pixels of the crop.
Output "presence"  N×1, the logit that a face is present.
"""

import argparse
import os
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from model import UNIT, VERTICES, Inverted, Landmarks, Residual

sys.path.append(str(Path(__file__).parent.parent))

from half_floats import store_as_half  # noqa: E402


class Graph:
    """Collects nodes and weights; each method returns the name of its result."""

    def __init__(self):
        self.nodes, self.weights = [], []

    def weight(self, values) -> str:
        name = f"weight{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        return name

    def node(self, kind: str, *inputs: str, output: str | None = None, **attributes) -> str:
        output = output or f"value{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def conv(self, x: str, layer: nn.Conv2d) -> str:
        weight, bias = (self.weight(value.detach().numpy()) for value in (layer.weight, layer.bias))
        pads = [layer.padding[0], layer.padding[1]] * 2
        attributes = {"kernel_shape": layer.kernel_size, "pads": pads, "strides": layer.stride, "group": layer.groups}
        return self.node("Conv", x, weight, bias, **attributes)

    def normalised(self, x: str, layers: nn.Sequential) -> str:
        return self.conv(x, fuse_conv_bn_eval(layers[0], layers[1]))

    def linear(self, x: str, layer: nn.Linear, unit: float = 1, output: str | None = None) -> str:
        weight, bias = (self.weight(value.detach().numpy() * unit) for value in (layer.weight, layer.bias))
        return self.node("Gemm", x, weight, bias, output=output, transB=1)

    def relu(self, x: str) -> str:
        return self.node("Relu", x)

    def block(self, x: str, block: nn.Module) -> str:
        if isinstance(block, Inverted):
            y = self.relu(self.normalised(x, block.expand))
            y = self.normalised(self.relu(self.normalised(y, block.filter)), block.reduce)
            return self.node("Add", x, y) if block.shortcut else y
        y = self.normalised(self.relu(self.normalised(x, block.first)), block.second)
        return self.relu(self.node("Add", y, x if block.shortcut is None else self.normalised(x, block.shortcut)))


def build(model: Landmarks) -> onnx.ModelProto:
    graph = Graph()
    x = graph.node("Sub", "pixels", graph.weight(np.array(128)))
    x = graph.node("Mul", x, graph.weight(np.array(1 / 64)))
    x = graph.relu(graph.normalised(x, model.stem[0]))
    maps = []
    for stage in model.stages:
        for layer in stage:
            x = graph.block(x, layer)
        maps.append(x)
    x = graph.relu(graph.normalised(x, model.mix))
    whole = graph.node("Flatten", graph.relu(graph.conv(x, model.pool)))
    placed = [
        graph.node("Flatten", graph.relu(graph.normalised(map_, layer))) for layer, map_ in zip(model.placed, maps[1:3])
    ]
    joined = graph.node("Concat", whole, *placed, axis=1)
    reduced = graph.linear(joined, model.reduce)
    graph.linear(reduced, model.points, UNIT, output="points")
    graph.linear(graph.relu(graph.linear(whole, model.presence[0])), model.presence[2], output="presence")

    def value(name: str, *shape: int):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["faces", *shape])

    outputs = [value("points", 3 * VERTICES), value("presence", 1)]
    described = helper.make_graph(graph.nodes, "landmarks", [value("pixels", 3, model.side, model.side)], outputs, graph.weights)
    return helper.make_model(described, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", required=True)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()
    saved = torch.load(arguments.weights, map_location="cpu")
    trained = Landmarks(saved["shape"]).eval()
    trained.load_state_dict(saved["weights"])
    model = build(trained)
    store_as_half(model)
    onnx.checker.check_model(model)
    onnx.save(model, arguments.out)

    # Before the import: otherwise onnxruntime sends telemetry to its maker.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415

    pixels = torch.randint(0, 256, (5, 3, trained.side, trained.side), generator=torch.Generator().manual_seed(1)).float()
    with torch.no_grad():
        points, presence = trained(pixels)
    session = onnxruntime.InferenceSession(arguments.out, providers=["CPUExecutionProvider"])
    found = session.run(["points", "presence"], {"pixels": pixels.numpy()})
    difference = np.abs(found[0] - points.flatten(1).numpy()).max(), np.abs(found[1][:, 0] - presence.numpy()).max()
    print(f"{arguments.out}: {Path(arguments.out).stat().st_size} bytes, differs by {difference}")


if __name__ == "__main__":
    main()

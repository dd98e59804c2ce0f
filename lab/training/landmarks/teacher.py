"""The teacher, MediaPipe's landmark model as the engine builds it, run by PyTorch so that a GPU can label with it."""

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import numpy_helper
from torch import Tensor

SIDE = 256
VERTICES = 478


class Teacher:
    """Runs the ONNX graph of `landmarks` on batches of 3×256×256 crops with values from 0 to 255."""

    def __init__(self, path: str, device: str):
        graph = onnx.load(path).graph
        self.nodes = [
            (node.op_type, list(node.input), node.output[0], {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute})
            for node in graph.node
        ]
        self.weights = {
            t.name: torch.from_numpy(np.array(numpy_helper.to_array(t), np.float32)).to(device) for t in graph.initializer
        }
        self.input = graph.input[0].name
        self.points, self.presence = (output.name for output in graph.output)

    @torch.no_grad()
    def __call__(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Vertices [batch, 478, 3] in pixels of the crop, and the logit that a face is present [batch]."""
        values = {self.input: crops}
        for kind, inputs, output, attributes in self.nodes:
            values[output] = self.run(kind, [self.value(values, name) for name in inputs], attributes)
        batch = len(crops)
        return values[self.points].reshape(batch, VERTICES, 3), values[self.presence].reshape(batch)

    def value(self, values: dict[str, Tensor], name: str) -> Tensor:
        return values[name] if name in values else self.weights[name]

    def run(self, kind: str, inputs: list[Tensor], attributes: dict) -> Tensor:
        match kind:
            case "Conv":
                x, weight, *bias = inputs
                stride = attributes.get("strides", [1, 1])
                if attributes.get("auto_pad") == b"SAME_UPPER":
                    x = F.pad(x, same_upper(x.shape[-2:], weight.shape[-2:], stride))
                return F.conv2d(x, weight, *bias, stride=stride, groups=attributes.get("group", 1))
            case "MaxPool":
                return F.max_pool2d(inputs[0], attributes["kernel_shape"], attributes["strides"])
            case "Add":
                return inputs[0] + inputs[1]
            case "Relu":
                return F.relu(inputs[0])
            case "PRelu":
                return torch.where(inputs[0] > 0, inputs[0], inputs[0] * inputs[1])
            case "Pad":
                pads = [int(n) for n in inputs[1].tolist()]
                rank = len(pads) // 2
                return F.pad(inputs[0], [n for d in reversed(range(rank)) for n in (pads[d], pads[d + rank])])
            case "Concat":
                batch = max(len(x) for x in inputs)  # constant planes have a batch of one
                return torch.cat([x.expand(batch, *x.shape[1:]) for x in inputs], attributes["axis"])
            case "Reshape":
                return inputs[0].flatten(1)  # to the caller's shape; the graph's own knows no batch
        raise ValueError(f"The teacher has an operator that is not known here: {kind}")


def same_upper(size, kernel, stride) -> list[int]:
    """Padding left, right, top, bottom, the larger half at the end."""
    pads = []
    for n, k, s in zip(reversed(size), reversed(kernel), reversed(stride)):
        total = max(0, (-(-n // s) - 1) * s + k - n)
        pads += [total // 2, total - total // 2]
    return pads

"""Write a trained net as an ONNX file with calibrated outputs and weights stored as 16-bit floats.

Input  "pixels"      N x 1 x 32 x 32, grey (Rec. 709 luma) from 0 to 255.
Output "male"        N x 1, probability of male.
Output "age_groups"  N x 9, probabilities of the age groups (labels.AGE_GROUPS).
Output "years"       N x 1, expected age in years.

Batch normalisation is folded into the convolutions and the temperatures into the last layer.
onnxruntime turns the stored weights back into 32-bit floats once, when it opens the file.
"""

import argparse
import json

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from labels import GROUP_YEARS
from model import restore


class Calibrated(nn.Module):
    def __init__(self, net, temperatures):
        super().__init__()
        self.net = net
        divisors = torch.tensor([temperatures["gender"]] + [temperatures["age"]] * 9)
        with torch.no_grad():
            net.head.weight /= divisors[:, None]
            net.head.bias /= divisors
        self.register_buffer("years", torch.tensor(GROUP_YEARS)[:, None])

    def forward(self, pixels):
        outputs = self.net(pixels)
        groups = torch.softmax(outputs[:, 1:], dim=1)
        return torch.sigmoid(outputs[:, :1]), groups, groups @ self.years


def fold_batch_norms(module):
    for name, child in module.named_children():
        if isinstance(child, nn.Sequential) and len(child) == 2 and isinstance(child[1], nn.BatchNorm2d):
            setattr(module, name, fuse_conv_bn_eval(child[0], child[1]))
        else:
            fold_batch_norms(child)


def store_as_half(model):
    """Keep large weights as 16-bit floats, each followed by a Cast back to 32 bits."""
    casts = []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > 1000:
            name = tensor.name
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), name + "_half"))
            casts.append(helper.make_node("Cast", [name + "_half"], [name], to=TensorProto.FLOAT))
    for node in reversed(casts):
        model.graph.node.insert(0, node)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("net", help="a net saved by train.py")
    parser.add_argument("report", help="the report of evaluate.py, for the temperatures")
    parser.add_argument("output", help="the ONNX file to write")
    parser.add_argument("--views", choices=["one view", "two views"], default="one view")
    arguments = parser.parse_args()

    net, _ = restore(arguments.net, "cpu")
    with open(arguments.report) as file:
        temperatures = json.load(file)[arguments.views]["temperatures"]
    fold_batch_norms(net)
    wrapped = Calibrated(net, temperatures).eval()
    names = ["male", "age_groups", "years"]
    options = {"dynamo": False} if int(torch.__version__.split(".")[0]) >= 2 else {}
    torch.onnx.export(
        wrapped,
        torch.zeros(1, 1, 32, 32),
        arguments.output,
        input_names=["pixels"],
        output_names=names,
        dynamic_axes={name: {0: "faces"} for name in ["pixels"] + names},
        opset_version=17,
        **options,
    )
    model = onnx.load(arguments.output)
    store_as_half(model)
    onnx.checker.check_model(model)
    onnx.save(model, arguments.output)
    print(f"{arguments.output}: {len(model.SerializeToString())} bytes, {sorted({node.op_type for node in model.graph.node})}")

    try:
        import onnxruntime
    except ImportError:
        print("onnxruntime is missing: the file was not compared with the net")
        return
    pixels = torch.randint(0, 256, (5, 1, 32, 32), generator=torch.Generator().manual_seed(1)).float()
    with torch.no_grad():
        expected = wrapped(pixels)
    session = onnxruntime.InferenceSession(arguments.output, providers=["CPUExecutionProvider"])
    answers = session.run(names, {"pixels": pixels.numpy()})
    largest = [float(np.abs(answer - value.numpy()).max()) for answer, value in zip(answers, expected)]
    print(f"largest difference from the net: {dict(zip(names, largest))}")
    if max(largest[:2]) > 0.01:
        raise SystemExit("the exported net answers differently")


if __name__ == "__main__":
    main()

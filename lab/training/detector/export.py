"""Writes the trained detector as ONNX, with its batch normalisation folded into the convolutions and large weights as
16-bit floats.

    python3 export.py --weights detector.pt --out detector.onnx
"""

import argparse
import sys
from pathlib import Path

import onnx
import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

from model import STRIDES, Detector

sys.path.append(str(Path(__file__).parent.parent))

from half_floats import store_as_half  # noqa: E402


def fold(module: nn.Module) -> None:
    for child in module.modules():
        if isinstance(child, nn.Sequential) and len(child) == 3 and isinstance(child[1], nn.BatchNorm2d):
            child[0] = fuse_conv_bn_eval(child[0], child[1])
            child[1] = nn.Identity()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    model = Detector().eval()
    model.load_state_dict(torch.load(arguments.weights, map_location="cpu"))
    image = torch.rand(1, 3, 256, 320) * 255
    before = model(image)
    fold(model)
    worst = max(float((a - b).abs().max()) for a, b in zip(before, model(image)))
    print(f"largest change by folding {worst:.2g}")
    names = [f"stride_{stride}" for stride in STRIDES]
    options = {"dynamo": False} if "dynamo" in torch.onnx.export.__code__.co_varnames else {}
    torch.onnx.export(
        model,
        image,
        str(arguments.out),
        input_names=["image"],
        output_names=names,
        dynamic_axes={"image": {2: "height", 3: "width"}, **{name: {2: f"rows_{name}", 3: f"columns_{name}"} for name in names}},
        opset_version=17,
        **options,
    )
    exported = onnx.load(str(arguments.out))
    store_as_half(exported)
    onnx.save(exported, str(arguments.out))
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()

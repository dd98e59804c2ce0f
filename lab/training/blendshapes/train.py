"""Trains the expression model on what label.py wrote, and writes it as ONNX."""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

POINTS = 146
SCORES = 52
BATCH = 1024
NOISE = 0.004
"""What varies less than this, in units of the face's size, is noise."""
# Places among the scores.
BLINKS, JAW_OPEN, SMILES = [9, 10], 25, [44, 45]
DECIDING = [*BLINKS, JAW_OPEN, *SMILES]


class Expression(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(2 * POINTS, width), nn.ReLU(), nn.Linear(width, 2 * width), nn.ReLU(), nn.Linear(2 * width, SCORES)
        )
        self.register_buffer("mean", torch.zeros(2 * POINTS))
        self.register_buffer("whitening", torch.eye(2 * POINTS))

    def whiten(self, points: Tensor) -> None:
        """How far a lid is from the other is a small difference between coordinates that vary together: take these apart."""
        self.mean.copy_(points.mean(0))
        variances, directions = torch.linalg.eigh((points - self.mean).T.cov(correction=0).double())
        self.whitening.copy_(directions / (variances + NOISE**2).sqrt())

    def forward(self, points: Tensor) -> Tensor:
        """Logits of points that are centred and scaled."""
        return self.layers((points.flatten(1) - self.mean) @ self.whitening)


def loss_of(logits: Tensor, scores: Tensor) -> Tensor:
    apart = (logits.sigmoid() - scores).abs()
    apart = torch.cat([apart, 2 * apart[:, DECIDING]], 1)
    return apart.mean() + 4 * apart.square().mean()


def differences(found: np.ndarray, scores: np.ndarray) -> dict[str, float]:
    def equal(places: list[int], limit: float) -> float:
        return float(np.mean((found[:, places].mean(1) > limit) == (scores[:, places].mean(1) > limit)))

    apart = np.abs(found - scores)[:, 1:]
    return {
        "mean": float(apart.mean()),
        "worst score": float(apart.mean(0).max()),
        "99th percentile": float(np.quantile(apart, 0.99)),
        "smile": equal(SMILES, 0.5),
        "smile, 0.4": equal(SMILES, 0.4),
        "eyes": float(np.mean([equal([place], 0.5) for place in BLINKS])),
        "mouth": equal([JAW_OPEN], 0.3),
    }


def build(model: Expression) -> onnx.ModelProto:
    nodes, weights = [], []

    def weight(values: Tensor, kind: type = np.float32) -> str:
        name = f"weight{len(weights)}"
        weights.append(numpy_helper.from_array(np.asarray(values, kind), name))
        return name

    def node(kind: str, *inputs: str, output: str | None = None, **attributes) -> str:
        output = output or f"value{len(nodes)}"
        nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    centred = node("Sub", "input", node("ReduceMean", "input", axes=[1], keepdims=1))
    squares = node("ReduceSum", node("Mul", centred, centred), weight([2], np.int64), keepdims=1)
    size = node("ReduceMean", node("Sqrt", squares), axes=[1], keepdims=1)
    x = node("Flatten", node("Div", centred, size))
    for n, layer in enumerate(layer for layer in model.layers if isinstance(layer, nn.Linear)):
        matrix, bias = layer.weight.detach(), layer.bias.detach()
        if n == 0:
            matrix = matrix @ model.whitening.T
            bias = bias - matrix @ model.mean
        else:
            x = node("Relu", x)
        x = node("Gemm", x, weight(matrix), weight(bias), transB=1)
    node("Reshape", node("Sigmoid", x), weight([SCORES], np.int64), output="scores")

    def value(name: str, *shape: int):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    described = helper.make_graph(nodes, "expression", [value("input", 1, POINTS, 2)], [value("scores", SCORES)], weights)
    return helper.make_model(described, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", required=True)
    parser.add_argument("--unseen", nargs="*", default=[], help="other faces, labelled the same way, to measure on")
    parser.add_argument("--width", type=int, default=48)
    parser.add_argument("--epochs", type=int, default=60)
    parser.add_argument("--out", required=True)
    arguments = parser.parse_args()

    torch.manual_seed(1)
    torch.set_num_threads(1)
    data = np.load(arguments.faces)
    held = data["held"]
    points, scores = (torch.from_numpy(data[name]) for name in ("points", "scores"))
    seen, wanted = points[~held], scores[~held]
    model = Expression(arguments.width)
    model.whiten(seen.flatten(1))
    optimiser = torch.optim.AdamW(model.parameters(), 3e-3, weight_decay=1e-4)
    steps = arguments.epochs * (len(seen) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 3e-3, total_steps=steps)
    for epoch in range(arguments.epochs):
        order = torch.randperm(len(seen))
        for part in order[: len(seen) // BATCH * BATCH].split(BATCH):
            optimiser.zero_grad()
            loss_of(model(seen[part]), wanted[part]).backward()
            optimiser.step()
            schedule.step()
        if epoch % 10 == 9:
            with torch.no_grad():
                print(epoch + 1, differences(model(points[held]).sigmoid().numpy(), scores[held].numpy()), flush=True)

    exported = build(model.eval())
    onnx.checker.check_model(exported)
    onnx.save(exported, arguments.out)
    print(f"{sum(p.numel() for p in model.parameters())} parameters, {Path(arguments.out).stat().st_size} bytes")

    import os  # noqa: PLC0415

    # Before the import: otherwise onnxruntime sends telemetry to its maker.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    import onnxruntime  # noqa: PLC0415

    session = onnxruntime.InferenceSession(arguments.out, providers=["CPUExecutionProvider"])
    sets = {"held out": (data["points"][held], data["scores"][held])}
    for file in arguments.unseen:
        other = np.load(file)
        sets[Path(file).stem] = (other["points"], other["scores"])
    for name, (faces, truth) in sets.items():
        found = np.stack([session.run(None, {"input": face[None]})[0] for face in faces])
        print(name, len(faces), {key: round(value, 4) for key, value in differences(found, truth).items()})


if __name__ == "__main__":
    main()

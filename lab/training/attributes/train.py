"""Train a large model (a teacher) for gender and age on the labels, for a given time.

The weights that are saved are those that did best on the calibration slice, which no model is trained on: after some fifty
epochs a large model begins to learn the labels by heart.
"""

import argparse
import math

import torch
from torch.nn import functional as F

from augment import augment
from data import load
from evaluate import predict, scores
from model import SIZES, AttributeModel, save
from training import StageTimer, MovingAverage, count_parameters, learn, loss_against, make_optimiser, mix, prepare, random_batches, set_rate


def soft_targets(part, chosen):
    """Smoothed labels: probability of male, probabilities of the age groups.

    Neighbouring age groups get more of what the right one gives away, because faces near the border
    between two groups look the same.
    """
    gender = part.gender[chosen].float() * 0.96 + 0.02
    age = torch.full((len(chosen), 9), 0.02 / 9, device=gender.device)
    label = part.age[chosen]
    rows = torch.arange(len(chosen), device=gender.device)
    age[rows, label] += 0.88
    for step in (-1, 1):
        age[rows, (label + step).clamp(0, 8)] += 0.05
    return gender, age


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="the .npz file of pack.py")
    parser.add_argument("excluded", help="the .npy file of exclude.py")
    parser.add_argument("output", help="file for the trained model")
    parser.add_argument("--size", choices=sorted(SIZES), default="teacher")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--weight-decay", type=float, default=0.05)
    parser.add_argument("--dropout", type=float, default=0.3)
    parser.add_argument("--mixup", type=float, default=0.4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report-every", type=float, default=15, help="seconds between two evaluations")
    return parser.parse_args()


class BestSoFar:
    """The weights with the lowest loss on the calibration slice."""

    def __init__(self, path):
        self.path = path
        self.loss = math.inf

    def offer(self, model, parts, **extra):
        calibration, validation = parts["calibration"], parts["validation"]
        logits = predict(model, calibration)
        loss = (
            F.binary_cross_entropy_with_logits(logits[:, 0], calibration.gender.float())
            + F.cross_entropy(logits[:, 1:], calibration.age)
        ).item()
        if loss < self.loss:
            self.loss = loss
            save(model, self.path, **extra)
        return f"loss on calibration {loss:.4f} (lowest {self.loss:.4f}), validation: {scores(predict(model, validation), validation)}"


def main():
    arguments = parse_arguments()
    device = prepare(arguments.seed)
    parts = load(arguments.data, arguments.excluded, device)
    training = parts["training"]
    model = AttributeModel(arguments.size, arguments.dropout).to(device).to(memory_format=torch.channels_last)
    average = MovingAverage(model, 0.998)
    optimiser = make_optimiser(model, arguments, device)
    best = BestSoFar(arguments.output)
    print(f"{arguments.size}: {count_parameters(model)} parameters, {len(training)} images", flush=True)

    clock = StageTimer(arguments.seconds, arguments.report_every)
    step = 0
    for chosen in random_batches(len(training), arguments.batch, clock, device):
        set_rate(optimiser, arguments.rate, step, clock.share())
        x, partner, share = mix(augment(training.pixels[chosen]), arguments.mixup)
        gender, age = (share * target + (1 - share) * target[partner] for target in soft_targets(training, chosen))
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            outputs = model(x.contiguous(memory_format=torch.channels_last)).float()
        loss = loss_against(outputs, gender, age)
        learn(loss, optimiser, model, average)
        step += 1
        if clock.is_time_to_report():
            epochs = step * arguments.batch / len(training)
            print(f"{clock.elapsed():4.0f} s, step {step}, {epochs:.1f} epochs, {best.offer(average.model, parts, steps=step)}", flush=True)
    print(f"finished after {step} steps, {best.offer(average.model, parts, steps=step)}", flush=True)


if __name__ == "__main__":
    main()

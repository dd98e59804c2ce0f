"""Refine a small model so that one view of a face tells it what several models and views tell together.

The mean prediction of all given models for an image and its mirror image, as they are, is computed once. The first of them
goes on learning that prediction, and a little from the labels, from views that are turned, moved, blurred and hidden at random.
"""

import argparse

import torch

from augment import augment
from data import load
from evaluate import predict, scores
from model import restore, save
from train import soft_targets
from training import StageTimer, MovingAverage, learn, loss_against, make_optimiser, prepare, random_batches, set_rate


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="the .npz file of pack.py")
    parser.add_argument("excluded", help="the .npy file of exclude.py")
    parser.add_argument("models", nargs="+", help="models saved by distil.py; the first is refined")
    parser.add_argument("--output", required=True, help="file for the refined model")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--weight-decay", type=float, default=0.02)
    parser.add_argument("--label-share", type=float, default=0.1, help="weight of the labels beside the predictions")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--report-every", type=float, default=60, help="seconds between two progress lines")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    device = prepare(arguments.seed)
    parts = load(arguments.data, arguments.excluded, device)
    training, validation = parts["training"], parts["validation"]
    models = [restore(path, device)[0].to(memory_format=torch.channels_last) for path in arguments.models]

    def together(part):
        return torch.stack([predict(model, part, mirrored=True) for model in models]).mean(dim=0)

    print(f"{len(models)} models together, two views, validation: {scores(together(validation), validation)}", flush=True)
    predictions = together(training)
    taught_gender, taught_age = torch.sigmoid(predictions[:, 0]), torch.softmax(predictions[:, 1:], dim=1)
    model = models[0].train()
    average = MovingAverage(model, 0.999)
    optimiser = make_optimiser(model, arguments, device)

    clock = StageTimer(arguments.seconds, arguments.report_every)
    step = 0

    def report():
        figures = scores(predict(average.model, validation), validation)
        print(f"{clock.elapsed():4.0f} s, step {step}, {step * arguments.batch / len(training):.1f} epochs, validation: {figures}", flush=True)

    for chosen in random_batches(len(training), arguments.batch, clock, device):
        set_rate(optimiser, arguments.rate, step, clock.share())
        x = augment(training.pixels[chosen]).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            outputs = model(x).float()
        loss = arguments.label_share * loss_against(outputs, *soft_targets(training, chosen)) + (
            1 - arguments.label_share
        ) * loss_against(outputs, taught_gender[chosen], taught_age[chosen])
        learn(loss, optimiser, model, average)
        step += 1
        if clock.is_time_to_report():
            report()
    report()
    save(average.model, arguments.output, steps=step)


if __name__ == "__main__":
    main()

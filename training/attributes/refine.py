"""Refine a small net so that one view of a face tells it what several nets and views tell together.

What all given nets answer on average to an image and its mirror image, as they are, is computed once. The first of them
goes on learning that answer, and a little from the labels, from views that are turned, moved, blurred and hidden at random.
"""

import argparse

import torch

from augment import augment
from data import load
from evaluate import predict, scores
from model import restore, save
from train import soft_targets
from training import Clock, MovingAverage, learn, loss_against, make_optimiser, prepare, random_batches, set_rate


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="the .npz file of pack.py")
    parser.add_argument("excluded", help="the .npy file of exclude.py")
    parser.add_argument("nets", nargs="+", help="nets saved by distil.py; the first is refined")
    parser.add_argument("--output", required=True, help="file for the refined net")
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--weight-decay", type=float, default=0.02)
    parser.add_argument("--label-share", type=float, default=0.1, help="weight of the labels beside the answers")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--report-every", type=float, default=60, help="seconds between two progress lines")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    device = prepare(arguments.seed)
    parts = load(arguments.data, arguments.excluded, device)
    training, validation = parts["training"], parts["validation"]
    nets = [restore(path, device)[0].to(memory_format=torch.channels_last) for path in arguments.nets]

    def together(part):
        return torch.stack([predict(net, part, mirrored=True) for net in nets]).mean(dim=0)

    print(f"{len(nets)} nets together, two views, validation: {scores(together(validation), validation)}", flush=True)
    answers = together(training)
    taught_gender, taught_age = torch.sigmoid(answers[:, 0]), torch.softmax(answers[:, 1:], dim=1)
    net = nets[0].train()
    average = MovingAverage(net, 0.999)
    optimiser = make_optimiser(net, arguments, device)

    clock = Clock(arguments.seconds, arguments.report_every)
    step = 0

    def report():
        figures = scores(predict(average.net, validation), validation)
        print(f"{clock.elapsed():4.0f} s, step {step}, {step * arguments.batch / len(training):.1f} epochs, validation: {figures}", flush=True)

    for chosen in random_batches(len(training), arguments.batch, clock, device):
        set_rate(optimiser, arguments.rate, step, clock.share())
        x = augment(training.pixels[chosen]).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            outputs = net(x).float()
        loss = arguments.label_share * loss_against(outputs, *soft_targets(training, chosen)) + (
            1 - arguments.label_share
        ) * loss_against(outputs, taught_gender[chosen], taught_age[chosen])
        learn(loss, optimiser, net, average)
        step += 1
        if clock.is_time_to_report():
            report()
    report()
    save(average.net, arguments.output, steps=step)


if __name__ == "__main__":
    main()

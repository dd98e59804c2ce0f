"""Teach small models what the large ones know, all sizes at the same time.

Every batch is augmented once and shown to all teachers; each small model learns their mean prediction for the very same images,
and a little from the labels.
"""

import argparse
import os

import torch

from augment import augment
from data import load
from evaluate import predict, scores
from model import SIZES, AttributeModel, restore, save
from train import soft_targets
from training import StageTimer, MovingAverage, count_parameters, learn, loss_against, make_optimiser, mix, prepare, random_batches, set_rate


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="the .npz file of pack.py")
    parser.add_argument("excluded", help="the .npy file of exclude.py")
    parser.add_argument("folder", help="where SIZE.pt is written for each size")
    parser.add_argument("--size", action="append", required=True, choices=sorted(SIZES))
    parser.add_argument("--teacher", action="append", required=True, help="a model trained by train.py; may be repeated")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--batch", type=int, default=1024, help="images of a batch")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--weight-decay", type=float, default=0.02)
    parser.add_argument("--mixup", type=float, default=0.3)
    parser.add_argument("--label-share", type=float, default=0.1, help="weight of the labels beside the teachers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report-every", type=float, default=60, help="seconds between two progress lines")
    return parser.parse_args()


class Student:
    def __init__(self, size, arguments, device):
        self.model = AttributeModel(size).to(device).to(memory_format=torch.channels_last)
        self.average = MovingAverage(self.model, 0.999)
        self.optimiser = make_optimiser(self.model, arguments, device)


def main():
    arguments = parse_arguments()
    device = prepare(arguments.seed)
    parts = load(arguments.data, arguments.excluded, device)
    training, validation = parts["training"], parts["validation"]
    teachers = [restore(path, device)[0].to(memory_format=torch.channels_last) for path in arguments.teacher]
    students = [Student(size, arguments, device) for size in arguments.size]
    prediction = torch.stack([predict(teacher, validation) for teacher in teachers]).mean(dim=0)
    print(f"{len(teachers)} teachers together, validation: {scores(prediction, validation)}", flush=True)
    for student in students:
        print(f"{student.model.size}: {count_parameters(student.model)} parameters", flush=True)

    def report_and_save():
        for student in students:
            figures = scores(predict(student.average.model, validation), validation)
            print(f"{clock.elapsed():4.0f} s, step {step}, {step * arguments.batch / len(training):.1f} epochs, {student.model.size}, validation: {figures}", flush=True)
            save(student.average.model, os.path.join(arguments.folder, f"{student.model.size}.pt"), steps=step)

    def teach(x, chosen, partner, share):
        """The loss of each student against the teachers' mean prediction and against the labels."""
        gender, age = (share * target + (1 - share) * target[partner] for target in soft_targets(training, chosen))
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            with torch.no_grad():
                prediction = torch.stack([teacher(x).float() for teacher in teachers]).mean(dim=0)
            outputs = [student.model(x).float() for student in students]
        taught_gender, taught_age = torch.sigmoid(prediction[:, 0]), torch.softmax(prediction[:, 1:], dim=1)
        for output in outputs:
            yield arguments.label_share * loss_against(output, gender, age) + (
                1 - arguments.label_share
            ) * loss_against(output, taught_gender, taught_age)

    clock = StageTimer(arguments.seconds, arguments.report_every)
    step = 0
    for chosen in random_batches(len(training), arguments.batch, clock, device):
        share_of_time = clock.share()
        x, partner, share = mix(augment(training.pixels[chosen]), arguments.mixup)
        x = x.contiguous(memory_format=torch.channels_last)
        for student, loss in zip(students, teach(x, chosen, partner, share)):
            set_rate(student.optimiser, arguments.rate, step, share_of_time)
            learn(loss, student.optimiser, student.model, student.average)
        step += 1
        if clock.is_time_to_report():
            report_and_save()
    report_and_save()


if __name__ == "__main__":
    main()

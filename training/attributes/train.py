"""Train one net for gender and age for a given time, on labels or on the answers of teachers.

A teacher learns from the labels. A small net learns mostly from the mean answer of the teachers to the
very same augmented images, and a little from the labels.
"""

import argparse
import copy
import math
import time

import torch
from torch.nn import functional as F

from augment import augment
from data import load
from evaluate import predict, scores
from model import SIZES, AttributeNet, restore, save


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


def loss_against(outputs, gender, age):
    """Cross-entropy of the outputs against probabilities."""
    of_gender = F.binary_cross_entropy_with_logits(outputs[:, 0], gender)
    of_age = -(age * F.log_softmax(outputs[:, 1:], dim=1)).sum(dim=1).mean()
    return of_gender + of_age


class MovingAverage:
    """Exponential moving average of the weights; evaluated and saved instead of the last weights."""

    def __init__(self, net, decay):
        self.net = copy.deepcopy(net).eval()
        self.decay = decay
        self.steps = 0

    @torch.no_grad()
    def update(self, net):
        self.steps += 1
        keep = min(self.decay, self.steps / (self.steps + 10))
        averages, values = [], []
        for average, value in zip(self.net.state_dict().values(), net.state_dict().values()):
            if average.dtype.is_floating_point:
                averages.append(average)
                values.append(value)
            else:
                average.copy_(value)
        torch._foreach_mul_(averages, keep)
        torch._foreach_add_(averages, values, alpha=1 - keep)


def mix(x, strength):
    """Mixup: blend each image of half of the batches with another one. Returns images, order, share."""
    order = torch.randperm(len(x), device=x.device)
    share = 1.0
    if strength > 0 and torch.rand(()).item() < 0.5:
        share = torch.distributions.Beta(strength, strength).sample().item()
    return share * x + (1 - share) * x[order], order, share


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", help="the .npz file of pack.py")
    parser.add_argument("excluded", help="the .npy file of exclude.py")
    parser.add_argument("output", help="file for the trained net")
    parser.add_argument("--size", choices=sorted(SIZES), default="small")
    parser.add_argument("--teacher", action="append", default=[], help="a trained net to learn from; may be repeated")
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--weight-decay", type=float, default=0.05)
    parser.add_argument("--dropout", type=float, default=0.0)
    parser.add_argument("--mixup", type=float, default=0.3)
    parser.add_argument("--label-share", type=float, default=0.15, help="share of the labels when there are teachers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report-every", type=float, default=30, help="seconds between two progress lines")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    torch.manual_seed(arguments.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    on_gpu = device == "cuda"
    torch.backends.cudnn.benchmark = on_gpu
    parts = load(arguments.data, arguments.excluded, device)
    training = parts["training"]
    net = AttributeNet(arguments.size, arguments.dropout).to(device).to(memory_format=torch.channels_last)
    teachers = [restore(path, device)[0].to(memory_format=torch.channels_last) for path in arguments.teacher]
    average = MovingAverage(net, 0.998)
    optimiser = torch.optim.AdamW(net.parameters(), lr=arguments.rate, weight_decay=arguments.weight_decay, **({"fused": True} if on_gpu else {}))
    parameters = sum(value.numel() for value in net.parameters())
    print(f"{arguments.size}: {parameters} parameters, {len(training)} images, {len(teachers)} teachers", flush=True)

    start = reported = time.time()
    step = 0
    finished = False
    total_loss = torch.zeros((), device=device)
    while not finished:
        order = torch.randperm(len(training), device=device)
        for first in range(0, len(order) - arguments.batch + 1, arguments.batch):
            elapsed = time.time() - start
            finished = elapsed >= arguments.seconds
            if finished:
                break
            rate = arguments.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * elapsed / arguments.seconds))
            for group in optimiser.param_groups:
                group["lr"] = rate + 1e-6

            chosen = order[first : first + arguments.batch]
            x, partner, share = mix(augment(training.pixels[chosen]), arguments.mixup)
            x = x.contiguous(memory_format=torch.channels_last)
            gender, age = soft_targets(training, chosen)
            gender = share * gender + (1 - share) * gender[partner]
            age = share * age + (1 - share) * age[partner]
            with torch.autocast(device, torch.bfloat16, enabled=on_gpu):
                outputs = net(x).float()
                with torch.no_grad():
                    answers = [teacher(x).float() for teacher in teachers]
            loss = loss_against(outputs, gender, age)
            if answers:
                answer = torch.stack(answers).mean(dim=0)
                taught = loss_against(outputs, torch.sigmoid(answer[:, 0]), torch.softmax(answer[:, 1:], dim=1))
                loss = arguments.label_share * loss + (1 - arguments.label_share) * taught
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            average.update(net)
            total_loss += loss.detach()
            step += 1
            if time.time() - reported > arguments.report_every:
                reported = time.time()
                figures = scores(predict(average.net, parts["validation"]), parts["validation"])
                print(f"{reported - start:4.0f} s, step {step}, {step * arguments.batch / len(training):.1f} epochs, "
                      f"mean loss {total_loss.item() / step:.4f}, validation: {figures}", flush=True)

    save(average.net, arguments.output, steps=step, seconds=arguments.seconds)
    figures = scores(predict(average.net, parts["validation"]), parts["validation"])
    print(f"finished after {step} steps, {step * arguments.batch / len(training):.1f} epochs, validation: {figures}", flush=True)


if __name__ == "__main__":
    main()

"""What training of the teachers and of the small models has in common."""

import copy
import math
import time

import torch
from torch.nn import functional as F


def prepare(seed):
    """Seed the random numbers; returns the device to train on."""
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.backends.cudnn.benchmark = device == "cuda"
    return device


def count_parameters(model):
    return sum(value.numel() for value in model.parameters())


def make_optimiser(model, arguments, device):
    fused = {"fused": True} if device == "cuda" else {}
    return torch.optim.AdamW(model.parameters(), lr=arguments.rate, weight_decay=arguments.weight_decay, **fused)


def set_rate(optimiser, highest, step, share):
    """Two hundred steps of warm-up, then half a cosine down to zero over the time there is."""
    rate = highest * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * share))
    for group in optimiser.param_groups:
        group["lr"] = rate + 1e-6


class StageTimer:
    """Training ends after a given time, not after a given number of steps: a rented GPU is paid by time."""

    def __init__(self, seconds, report_every):
        self.seconds = seconds
        self.report_every = report_every
        self.start = self.reported = time.time()

    def elapsed(self):
        return time.time() - self.start

    def share(self):
        return min(1.0, self.elapsed() / self.seconds)

    def is_over(self):
        return self.elapsed() >= self.seconds

    def is_time_to_report(self):
        if time.time() - self.reported < self.report_every:
            return False
        self.reported = time.time()
        return True


def random_batches(count, size, clock, device):
    """Indices of batches in a new random order for each epoch, until the time is over. An incomplete last batch is left out."""
    while True:
        order = torch.randperm(count, device=device)
        for first in range(0, count - size + 1, size):
            if clock.is_over():
                return
            yield order[first : first + size]


def loss_against(outputs, gender, age):
    """Cross-entropy of the outputs against probabilities."""
    of_gender = F.binary_cross_entropy_with_logits(outputs[:, 0], gender)
    of_age = -(age * F.log_softmax(outputs[:, 1:], dim=1)).sum(dim=1).mean()
    return of_gender + of_age


def learn(loss, optimiser, model, average):
    """One step of the weights, and of their moving average."""
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    optimiser.step()
    average.update(model)


class MovingAverage:
    """Exponential moving average of the weights; evaluated and saved instead of the last weights."""

    def __init__(self, model, decay):
        self.model = copy.deepcopy(model).eval()
        self.decay = decay
        self.steps = 0

    @torch.no_grad()
    def update(self, model):
        self.steps += 1
        keep = min(self.decay, self.steps / (self.steps + 10))
        averages, values = [], []
        for average, value in zip(self.model.state_dict().values(), model.state_dict().values()):
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

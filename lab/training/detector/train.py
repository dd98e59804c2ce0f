"""Trains the detector on photos that label.py has labelled.

    python3 train.py --photos photos --labels 'labels-*.npz' --crowds FOLDER --minutes 20 --out OUT

Writes OUT/detector.pt, the moving average of the weights, from time to time and at the end. Needs one GPU; a restart with
--resume goes on from a saved file.
"""

import argparse
import copy
import glob
import math
import random
import time
from pathlib import Path

import numpy as np
import torch

from evaluate import against_teacher, load_crowds, recall
from loss import detection_loss
from model import Detector, cells, decode
from views import LEARN, Photos, random_batch

HELD_OUT = 0.01  # of the photos, to see whether the model only remembers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--labels", required=True)
    parser.add_argument("--crowds", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--bfloat16", action="store_true")
    parser.add_argument("--channels-last", action="store_true")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    device = torch.device(arguments.device)
    random.seed(arguments.seed)
    np.random.seed(arguments.seed)
    torch.manual_seed(arguments.seed)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True

    labels = {}
    for path in glob.glob(arguments.labels):
        labels.update(np.load(path))
    names = sorted(labels)
    random.Random(3).shuffle(names)
    held = round(len(names) * HELD_OUT)
    started = time.time()
    photos = Photos(arguments.photos, labels, names[held:], device)
    unseen = Photos(arguments.photos, labels, names[:held], device)
    crowds = load_crowds(arguments.crowds)
    print(f"{photos.describe()}; {held} held out; loaded in {time.time() - started:.0f} s", flush=True)

    model = Detector().to(device)
    if arguments.resume:
        model.load_state_dict(torch.load(arguments.resume, map_location=device))
    print(f"{sum(p.numel() for p in model.parameters())} parameters", flush=True)
    average = copy.deepcopy(model).eval()
    layout = torch.channels_last if arguments.channels_last else torch.contiguous_format
    model.to(memory_format=layout)
    run = torch.compile(model) if arguments.compile else model
    pairs = [
        [value for value in one.state_dict().values() if value.dtype.is_floating_point] for one in (average, model)
    ]
    decays = [p for p in model.parameters() if p.dim() > 1]
    plain = [p for p in model.parameters() if p.dim() <= 1]
    optimiser = torch.optim.AdamW(
        [{"params": decays, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}],
        lr=arguments.rate,
        betas=(0.9, 0.99),
    )
    centres, strides = cells(arguments.side, arguments.side, device)

    def report(step: int) -> None:
        at = {scale: recall(average, crowds, device, scale) for scale in (1.0, 1.6)}
        print(f"step {step}: crowds {at}; held out {against_teacher(average, unseen, device, LEARN)}", flush=True)
        torch.save(average.state_dict(), arguments.out / "detector.pt")

    started, step, said = time.time(), 0, time.time()
    while True:
        done = (time.time() - started) / (arguments.minutes * 60)
        if done >= 1:
            break
        rate = arguments.rate * min(1, (step + 1) / 500) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        for group in optimiser.param_groups:
            group["lr"] = rate
        with torch.no_grad():
            images, faces, points, known = random_batch(photos, arguments.batch, arguments.side)
        with torch.autocast(device.type, torch.bfloat16, enabled=arguments.bfloat16):
            maps = run(images.contiguous(memory_format=layout))
        loss, parts = detection_loss(decode(maps, centres, strides), centres, strides, faces, points, known)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        step += 1
        keep = min(0.9995, 1 - 1 / (step / 10 + 2))
        with torch.no_grad():
            torch._foreach_mul_(pairs[0], keep)
            torch._foreach_add_(pairs[0], pairs[1], alpha=1 - keep)
        if step % 200 == 0:
            score, box, point = (round(float(part), 3) for part in parts)
            print(
                f"step {step}, {(time.time() - started) / 60:.1f} min: "
                f"score {score}, box {box}, points {point}, rate {rate:.5f}",
                flush=True,
            )
        if time.time() - said > 240:
            said = time.time()
            report(step)
    report(step)


if __name__ == "__main__":
    main()

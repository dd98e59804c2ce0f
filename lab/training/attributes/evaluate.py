"""Measure a trained model and fit its temperatures.

The temperatures are fitted on the calibration slice of the training split, which no model was trained on;
everything else is measured on FairFace's validation split. Writes a JSON report and prints tables.

"As trained" is what the model predicts, "as in use" what the engine makes of it: before a face is seen, all age groups and
both genders are equally likely (packages/analysis/src/attributes/combine-predictions.ts).
"""

import argparse
import json
import math

import torch
from torch.nn import functional as F

from augment import reduce
from data import load
from labels import (
    AGE_GROUPS,
    AGE_RANGES,
    FIRST_GROUP_FROM_TEN,
    GENDER_IMAGES,
    GENDERS,
    GROUP_IMAGES,
    GROUP_YEARS,
    RACES,
    RANGE_OF_GROUP,
)
from model import SIDE, restore


@torch.no_grad()
def predict(model, part, mirrored=False, change=lambda x: x, batch=1024):
    """Logits for all images of a part, changed or not; optionally the mean over an image and its mirror image."""
    model.eval()
    outputs = []
    for start in range(0, len(part), batch):
        x = change(reduce(part.pixels[start : start + batch]))
        prediction = model(x).float()
        if mirrored:
            prediction = (prediction + model(x.flip(3)).float()) / 2
        outputs.append(prediction)
    return torch.cat(outputs)


def range_probabilities(age_logits):
    probabilities = torch.softmax(age_logits, dim=1)
    ranges = torch.zeros(len(probabilities), len(AGE_RANGES), device=probabilities.device)
    return ranges.index_add(1, torch.tensor(RANGE_OF_GROUP, device=probabilities.device), probabilities)


def without_priors(logits):
    """Calibrated logits as the engine uses them: what the model expects before it sees a face is taken back."""
    of_group = torch.tensor(GROUP_IMAGES, device=logits.device).log()
    of_male = math.log(GENDER_IMAGES[1] / GENDER_IMAGES[0])
    return torch.cat([logits[:, :1] - of_male, logits[:, 1:] - of_group], dim=1)


def judge(logits, part):
    """What is right, image by image, and the expected age in years."""
    range_of_group = torch.tensor(RANGE_OF_GROUP, device=logits.device)
    years = torch.softmax(logits[:, 1:], dim=1) @ torch.tensor(GROUP_YEARS, device=logits.device)
    true_years = torch.tensor(GROUP_YEARS, device=logits.device)[part.age]
    return {
        "gender": (logits[:, 0] > 0) == part.gender.bool(),
        "age_range": range_probabilities(logits[:, 1:]).argmax(dim=1) == range_of_group[part.age],
        "age_group": logits[:, 1:].argmax(dim=1) == part.age,
        "years_error": (years - true_years).abs(),
    }


def mean(values):
    return round(values.float().mean().item(), 4) if len(values) else None


def scores(logits, part):
    right = judge(logits, part)
    from_ten = part.age >= FIRST_GROUP_FROM_TEN
    return {
        "gender": mean(right["gender"]),
        "gender_from_10": mean(right["gender"][from_ten]),
        "age_range": mean(right["age_range"]),
        "age_group": mean(right["age_group"]),
        "mean_years_error": mean(right["years_error"]),
    }


def scores_by_group(logits, part):
    """Scores of each age group, gender and race, and of each gender within each race."""
    trained, in_use = judge(logits, part), judge(without_priors(logits), part)
    groups = {}
    for name, labels, values in (("age", AGE_GROUPS, part.age), ("gender", GENDERS, part.gender), ("race", RACES, part.race)):
        for index, label in enumerate(labels):
            groups[f"{name}: {label}"] = values == index
    for race, race_name in enumerate(RACES):
        for gender, gender_name in enumerate(GENDERS):
            groups[f"race and gender: {race_name}, {gender_name}"] = (part.race == race) & (part.gender == gender)
    return {
        name: {
            "images": int(chosen.sum()),
            "gender": mean(in_use["gender"][chosen]),
            "age_range_as_trained": mean(trained["age_range"][chosen]),
            "age_range": mean(in_use["age_range"][chosen]),
        }
        for name, chosen in groups.items()
    }


def fit_temperatures(logits, part):
    """The two divisors of the logits that make the calibration slice most likely."""
    def best(loss):
        candidates = torch.exp(torch.linspace(-1.2, 1.2, 241)).tolist()
        return min(candidates, key=lambda temperature: loss(temperature).item())

    gender = best(lambda t: F.binary_cross_entropy_with_logits(logits[:, 0] / t, part.gender.float()))
    age = best(lambda t: F.cross_entropy(logits[:, 1:] / t, part.age))
    return gender, age


def calibrated(logits, temperatures):
    gender, age = temperatures
    return torch.cat([logits[:, :1] / gender, logits[:, 1:] / age], dim=1)


def reliability(confidence, right, edges):
    """For each interval of confidence: how many, how sure on average, how many right."""
    rows = []
    for low, high in zip(edges, edges[1:]):
        chosen = (confidence >= low) & ((confidence < high) | (high == edges[-1]))
        rows.append({"from": low, "to": high, "images": int(chosen.sum()), "confidence": mean(confidence[chosen]), "right": mean(right[chosen])})
    return rows


def moved(degrees=0.0, size=1.0, across=0.0, down=0.0):
    """A crop that is turned, larger or smaller than it should be, or off its place (in parts of its side)."""
    angle = math.radians(degrees)
    row = [[math.cos(angle) * size, -math.sin(angle) * size, 2 * across], [math.sin(angle) * size, math.cos(angle) * size, 2 * down]]

    def change(x):
        transform = torch.tensor(row, device=x.device).expand(len(x), 2, 3)
        grid = F.affine_grid(transform, list(x.shape), align_corners=False)
        return F.grid_sample(x, grid, mode="bilinear", padding_mode="zeros", align_corners=False)

    return change


def smaller(side):
    """A face that covers only so many pixels of the photo."""

    def change(x):
        small = F.interpolate(x, size=(side, side), mode="bilinear", antialias=True)
        return F.interpolate(small, size=(SIDE, SIDE), mode="bilinear", align_corners=False)

    return change


def framed(share):
    """A photo that ends so close to the face."""

    def change(x):
        edge = round(share * SIDE)
        return F.pad(x[:, :, edge : SIDE - edge, edge : SIDE - edge], (edge, edge, edge, edge))

    return change


CHANGES = {
    "as it is": lambda x: x,
    "turned by 8 degrees": moved(degrees=8),
    "turned by 15 degrees": moved(degrees=15),
    "15 % too large": moved(size=1.15),
    "15 % too small": moved(size=0.85),
    "5 % to the side": moved(across=0.05),
    "5 % up": moved(down=-0.05),
    "of 48 px": smaller(48),
    "of 32 px": smaller(32),
    "of 24 px": smaller(24),
    "grey": lambda x: x.mean(dim=1, keepdim=True).expand_as(x),
    "black 10 % inside the edge": framed(0.1),
    "black 17 % inside the edge": framed(0.17),
}


def print_table(title, rows):
    print(title)
    for row in rows:
        print("  " + ", ".join(f"{name} {value}" for name, value in row.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("excluded")
    parser.add_argument("model", help="a model saved by train.py")
    parser.add_argument("report", help="the JSON file to write")
    arguments = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    parts = load(arguments.data, arguments.excluded, device)
    model, _ = restore(arguments.model, device)
    report = {"model": model.size, "parameters": sum(value.numel() for value in model.parameters())}
    for views in ("one view", "two views"):
        outputs = {name: predict(model, part, views == "two views") for name, part in parts.items()}
        temperatures = fit_temperatures(outputs["calibration"], parts["calibration"])
        validation = parts["validation"]
        logits = calibrated(outputs["validation"], temperatures)
        in_use = without_priors(logits)
        right = judge(in_use, validation)
        certainty = torch.sigmoid(in_use[:, 0].abs())
        report[views] = {
            "temperatures": {"gender": temperatures[0], "age": temperatures[1]},
            # "excluded" are images of the training split that were left out: a check on "validation",
            # and beside "training" they show how much the model has memorised.
            "scores": {name: scores(calibrated(outputs[name], temperatures), parts[name]) for name in parts},
            "scores_in_use": scores(in_use, validation),
            "gender_reliability": reliability(certainty, right["gender"], [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0]),
            "age_range_reliability": reliability(
                range_probabilities(in_use[:, 1:]).max(dim=1).values, right["age_range"], [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
            ),
            "groups": scores_by_group(logits, validation),
        }
        print(f"== {model.size}, {views}: temperatures {temperatures[0]:.3f} (gender), {temperatures[1]:.3f} (age)")
        print_table("scores", [{"part": name, **values} for name, values in report[views]["scores"].items()])
        print_table("scores as in use", [report[views]["scores_in_use"]])
    temperatures = tuple(report["two views"]["temperatures"].values())
    report["changed crops"] = {
        name: scores(without_priors(calibrated(predict(model, parts["validation"], True, change), temperatures)), parts["validation"])
        for name, change in CHANGES.items()
    }
    print_table("changed crops, two views, as in use", [{"crop": name, **values} for name, values in report["changed crops"].items()])
    print_table("gender, two views", report["two views"]["gender_reliability"])
    print_table("age range, two views", report["two views"]["age_range_reliability"])
    groups = sorted(report["two views"]["groups"].items(), key=lambda item: item[1]["gender"] or 0)
    print_table("groups, two views, weakest gender first", [{"group": name, **values} for name, values in groups])
    with open(arguments.report, "w") as file:
        json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()

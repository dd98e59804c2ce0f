"""Measure a trained net and fit its temperatures.

The temperatures are fitted on the calibration slice of the training split, which no net was trained on;
everything else is measured on FairFace's validation split. Writes a JSON report and prints tables.
"""

import argparse
import json

import torch
from torch.nn import functional as F

from data import load
from labels import AGE_GROUPS, AGE_RANGES, FIRST_GROUP_FROM_TEN, GENDERS, GROUP_YEARS, RACES, RANGE_OF_GROUP
from model import restore


@torch.no_grad()
def predict(net, part, mirrored=False, batch=2048):
    """Logits for all images of a part; optionally the mean over an image and its mirror image."""
    net.eval()
    outputs = []
    for start in range(0, len(part), batch):
        x = part.pixels[start : start + batch, None].float()
        answer = net(x).float()
        if mirrored:
            answer = (answer + net(x.flip(3)).float()) / 2
        outputs.append(answer)
    return torch.cat(outputs)


def range_probabilities(age_logits):
    probabilities = torch.softmax(age_logits, dim=1)
    ranges = torch.zeros(len(probabilities), len(AGE_RANGES), device=probabilities.device)
    return ranges.index_add(1, torch.tensor(RANGE_OF_GROUP, device=probabilities.device), probabilities)


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
    right = judge(logits, part)
    groups = {}
    for name, labels, values in (("age", AGE_GROUPS, part.age), ("gender", GENDERS, part.gender), ("race", RACES, part.race)):
        for index, label in enumerate(labels):
            groups[f"{name}: {label}"] = values == index
    for race, race_name in enumerate(RACES):
        for gender, gender_name in enumerate(GENDERS):
            groups[f"race and gender: {race_name}, {gender_name}"] = (part.race == race) & (part.gender == gender)
    return {
        name: {"images": int(chosen.sum()), "gender": mean(right["gender"][chosen]), "age_range": mean(right["age_range"][chosen])}
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


def print_table(title, rows):
    print(title)
    for row in rows:
        print("  " + ", ".join(f"{name} {value}" for name, value in row.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data")
    parser.add_argument("excluded")
    parser.add_argument("net", help="a net saved by train.py")
    parser.add_argument("report", help="the JSON file to write")
    arguments = parser.parse_args()

    device = "cuda" if torch.cuda.is_available() else "cpu"
    parts = load(arguments.data, arguments.excluded, device)
    net, _ = restore(arguments.net, device)
    report = {"net": net.size, "parameters": sum(value.numel() for value in net.parameters())}
    for views in ("one view", "two views"):
        outputs = {name: predict(net, part, views == "two views") for name, part in parts.items()}
        temperatures = fit_temperatures(outputs["calibration"], parts["calibration"])
        validation = parts["validation"]
        logits = calibrated(outputs["validation"], temperatures)
        right = judge(logits, validation)
        certainty = torch.sigmoid(logits[:, 0].abs())
        report[views] = {
            "temperatures": {"gender": temperatures[0], "age": temperatures[1]},
            # "excluded" are images of the training split that were left out: a check on "validation",
            # and beside "training" they show how much the net has memorised.
            "scores": {name: scores(calibrated(outputs[name], temperatures), parts[name]) for name in parts},
            "gender_reliability": reliability(certainty, right["gender"], [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0]),
            "age_range_reliability": reliability(
                range_probabilities(logits[:, 1:]).max(dim=1).values, right["age_range"], [0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
            ),
            "groups": scores_by_group(logits, validation),
        }
        print(f"== {net.size}, {views}: temperatures {temperatures[0]:.3f} (gender), {temperatures[1]:.3f} (age)")
        print_table("scores", [{"part": name, **values} for name, values in report[views]["scores"].items()])
    print_table("gender, one view", report["one view"]["gender_reliability"])
    print_table("age range, one view", report["one view"]["age_range_reliability"])
    groups = sorted(report["one view"]["groups"].items(), key=lambda item: item[1]["gender"] or 0)
    print_table("groups, one view, weakest gender first", [{"group": name, **values} for name, values in groups])
    with open(arguments.report, "w") as file:
        json.dump(report, file, indent=1)


if __name__ == "__main__":
    main()

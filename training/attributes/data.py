"""Load the packed images and divide them: training, a slice for calibration, validation."""

import numpy as np
import torch

CALIBRATION_IMAGES = 4000  # at most; a quarter of a small data set
CALIBRATION_SEED = 20


class Part:
    """Some of the images with their labels, all on one device."""

    def __init__(self, packed, indices, device):
        self.pixels = torch.from_numpy(packed["pixels"][indices]).to(device)
        self.gender = torch.from_numpy(packed["gender"][indices].astype(np.int64)).to(device)
        self.age = torch.from_numpy(packed["age"][indices].astype(np.int64)).to(device)
        self.race = torch.from_numpy(packed["race"][indices].astype(np.int64)).to(device)

    def __len__(self):
        return len(self.pixels)


def load(path, excluded_path, device):
    """Return the parts as a dictionary: training, calibration, validation, excluded.

    No net ever sees the calibration slice in training; the temperatures are fitted on it.
    """
    with np.load(path) as archive:
        packed = {name: archive[name] for name in ("pixels", "split", "gender", "age", "race")}
    excluded = np.load(excluded_path)
    usable = np.setdiff1d(np.flatnonzero(packed["split"] == 0), excluded)
    shuffled = np.random.RandomState(CALIBRATION_SEED).permutation(usable)
    calibration = min(CALIBRATION_IMAGES, len(usable) // 4)
    indices = {
        "training": np.sort(shuffled[calibration:]),
        "calibration": np.sort(shuffled[:calibration]),
        "validation": np.flatnonzero(packed["split"] == 1),
        "excluded": excluded,
    }
    return {name: Part(packed, chosen, device) for name, chosen in indices.items()}


def load_unlabelled(path, device):
    """The pixels of crop.py: faces without age and gender."""
    with np.load(path) as archive:
        return torch.from_numpy(archive["pixels"]).to(device)

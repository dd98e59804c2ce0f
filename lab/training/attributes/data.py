"""Decode the packed images and divide them: training, a slice for calibration, validation."""

import io
from multiprocessing import Pool

import numpy as np
import torch
from PIL import Image

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


def decode(jpeg):
    return np.asarray(Image.open(io.BytesIO(jpeg)).convert("RGB")).transpose(2, 0, 1)


def read(path):
    """The arrays of pack.py, with the images decoded: pixels is uint8 N x 3 x 112 x 112."""
    with np.load(path) as archive:
        packed = {name: archive[name] for name in ("split", "number", "gender", "age", "race")}
        jpegs, ends = archive["jpegs"].tobytes(), np.cumsum(archive["sizes"])
    files = [jpegs[start:end] for start, end in zip([0, *ends[:-1]], ends)]
    with Pool() as pool:
        packed["pixels"] = np.stack(pool.map(decode, files, chunksize=256))
    return packed


def divide(split, excluded):
    """Indices of the images of each part: training, calibration, validation, excluded.

    No model ever sees the calibration slice in training; the temperatures are fitted on it.
    """
    usable = np.setdiff1d(np.flatnonzero(split == 0), excluded)
    shuffled = np.random.RandomState(CALIBRATION_SEED).permutation(usable)
    calibration = min(CALIBRATION_IMAGES, len(usable) // 4)
    return {
        "training": np.sort(shuffled[calibration:]),
        "calibration": np.sort(shuffled[:calibration]),
        "validation": np.flatnonzero(split == 1),
        "excluded": excluded,
    }


def load(path, excluded_path, device):
    """The parts of `divide` with their images, as a dictionary."""
    packed = read(path)
    indices = divide(packed["split"], np.load(excluded_path))
    return {name: Part(packed, chosen, device) for name, chosen in indices.items()}

#!/bin/sh
# Train teachers, learn small nets from them, evaluate and export: run.sh MINUTES [DATA] [EXCLUDED] [UNLABELLED]
# Writes SIZE.onnx, SIZE.pt and SIZE.json (the report) for each size, and log.txt to $OUT.
set -eu
minutes=${1:?"usage: run.sh MINUTES [DATA] [EXCLUDED] [UNLABELLED]"}
data=${2:-fairface32.npz}
excluded=${3:-excluded.npy}
unlabelled=${4:-unlabelled.npz}
sizes="tiny small medium"
out=${OUT:-.}
python=${PYTHON:-python3}
export PYTHONUNBUFFERED=1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)

# Two minutes for loading, evaluation and export; of the rest the teachers get three tenths, two at a time.
teachers=$(awk "BEGIN { print ($minutes * 60 - 120) * 0.15 }")
students=$(awk "BEGIN { print ($minutes * 60 - 120) * 0.7 }")

teach() { # SEED
  $python "$here/train.py" "$data" "$excluded" "$work/teacher$1.pt" --seconds "$teachers" --seed "$1" ${TEACHER_OPTIONS:-}
}

train() {
  for first in 1 3; do
    teach $first &
    teach $((first + 1))
    wait
  done
  # shellcheck disable=SC2046 # each size and each teacher is an argument of its own
  $python "$here/distil.py" "$data" "$excluded" "$unlabelled" "$work" --seconds "$students" \
    $(for size in $sizes; do echo "--size $size"; done) \
    $(for seed in 1 2 3 4; do echo "--teacher $work/teacher$seed.pt"; done) ${STUDENT_OPTIONS:-}
  for size in $sizes; do
    $python "$here/evaluate.py" "$data" "$excluded" "$work/$size.pt" "$out/$size.json"
    $python "$here/export.py" "$work/$size.pt" "$out/$size.json" "$out/$size.onnx"
    cp "$work/$size.pt" "$out"
  done
}

out=$(cd "$out" && pwd)
train 2>&1 | tee "$out/log.txt"

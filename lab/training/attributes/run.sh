#!/bin/sh
# Train teachers, learn small models from them, refine one, evaluate and export: run.sh MINUTES [DATA] [EXCLUDED]
# Writes MODEL.onnx, MODEL.pt and MODEL.json (the report) for each model, and log.txt to $OUT.
set -eu
minutes=${1:?"usage: run.sh MINUTES [DATA] [EXCLUDED]"}
data=${2:-fairface112.npz}
excluded=${3:-excluded.npy}
out=${OUT:-.}
python=${PYTHON:-python3}
export PYTHONUNBUFFERED=1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)

# Two minutes for loading, evaluation and export; of the rest the teachers get three tenths, both at the same time.
part() { awk "BEGIN { print ($minutes * 60 - 120) * $1 }"; }

teach() { # SEED
  $python "$here/train.py" "$data" "$excluded" "$work/teacher$1.pt" --seconds "$(part 0.3)" --seed "$1" ${TEACHER_OPTIONS:-}
}

train() {
  teach 1 &
  teach 2
  wait
  $python "$here/distil.py" "$data" "$excluded" "$work" --seconds "$(part 0.54)" --size small --size medium \
    --teacher "$work/teacher1.pt" --teacher "$work/teacher2.pt" ${STUDENT_OPTIONS:-}
  $python "$here/refine.py" "$data" "$excluded" "$work/small.pt" "$work/medium.pt" --output "$work/refined.pt" \
    --seconds "$(part 0.16)"
  for model in small medium refined; do
    $python "$here/evaluate.py" "$data" "$excluded" "$work/$model.pt" "$out/$model.json"
    $python "$here/export.py" "$work/$model.pt" "$out/$model.json" "$out/$model.onnx"
    cp "$work/$model.pt" "$out"
  done
}

out=$(cd "$out" && pwd)
train 2>&1 | tee "$out/log.txt"

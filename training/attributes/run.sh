#!/bin/sh
# Train teachers, learn a small net from them, evaluate and export: run.sh MINUTES [DATA] [EXCLUDED]
# Writes attributes.onnx, report.json, small.pt and log.txt to $OUT.
set -eu
minutes=${1:?"usage: run.sh MINUTES [DATA] [EXCLUDED]"}
data=${2:-fairface32.npz}
excluded=${3:-excluded.npy}
out=${OUT:-.}
python=${PYTHON:-python3}
export PYTHONUNBUFFERED=1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)

# 48 seconds of loading, evaluation and export; of the rest each of the two teachers gets 28 %.
teacher=$(awk "BEGIN { print ($minutes * 60 - 48) * 0.28 }")
student=$(awk "BEGIN { print ($minutes * 60 - 48) * 0.44 }")

{
  for seed in 1 2; do
    $python "$here/train.py" "$data" "$excluded" "$work/teacher$seed.pt" \
      --size teacher --seconds "$teacher" --seed $seed --dropout 0.2 ${TRAIN_OPTIONS:-}
  done
  $python "$here/train.py" "$data" "$excluded" "$out/small.pt" --size "${STUDENT:-small}" --seconds "$student" \
    --weight-decay 0.02 --teacher "$work/teacher1.pt" --teacher "$work/teacher2.pt" ${TRAIN_OPTIONS:-}
  $python "$here/evaluate.py" "$data" "$excluded" "$out/small.pt" "$out/report.json"
  $python "$here/export.py" "$out/small.pt" "$out/report.json" "$out/attributes.onnx"
} > "$out/log.txt" 2>&1 &
training=$!
tail -f --pid=$training "$out/log.txt" &
wait $training

#!/bin/sh
# Train teachers, learn small nets from them, evaluate and export: run.sh MINUTES [DATA] [EXCLUDED]
# Writes tiny.onnx, small.onnx, results.tar (reports and nets) and log.txt to $OUT.
set -eu
minutes=${1:?"usage: run.sh MINUTES [DATA] [EXCLUDED]"}
data=${2:-fairface32.npz}
excluded=${3:-excluded.npy}
out=${OUT:-.}
python=${PYTHON:-python3}
export PYTHONUNBUFFERED=1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)

# A minute for loading, evaluation and export; of the rest each of the two teachers gets 28 %.
teacher=$(awk "BEGIN { print ($minutes * 60 - 60) * 0.28 }")
student=$(awk "BEGIN { print ($minutes * 60 - 60) * 0.44 }")

learn() { # SIZE: from teachers to an exported net; both sizes run at the same time
  $python "$here/train.py" "$data" "$excluded" "$work/$1.pt" --size "$1" --seconds "$student" \
    --weight-decay 0.02 --teacher "$work/teacher1.pt" --teacher "$work/teacher2.pt" ${TRAIN_OPTIONS:-}
  $python "$here/evaluate.py" "$data" "$excluded" "$work/$1.pt" "$work/$1.json"
  $python "$here/export.py" "$work/$1.pt" "$work/$1.json" "$out/$1.onnx"
}

train() {
  for seed in 1 2; do
    $python "$here/train.py" "$data" "$excluded" "$work/teacher$seed.pt" \
      --size teacher --seconds "$teacher" --seed $seed --dropout 0.2 ${TRAIN_OPTIONS:-}
  done
  learn small > "$work/small.txt" 2>&1 &
  other=$!
  learn tiny
  wait $other || echo "training of the small net failed"
  cat "$work/small.txt"
  (cd "$work" && tar cf "$out/results.tar" ./*.json small.pt tiny.pt)
}

out=$(cd "$out" && pwd)
train 2>&1 | tee "$out/log.txt"

import { floats } from './onnx-graph.js';
import type { FloatTensor } from './onnx-graph.js';

/** Rows `from` to `to` along the first axis. */
export function sliceRows(tensor: FloatTensor, from: number, to: number): FloatTensor {
  const [rows = 1, ...rest] = tensor.dims;
  const run = tensor.data.length / rows;
  return floats([to - from, ...rest], tensor.data.slice(from * run, to * run));
}

/** Adds rows of zeros along the first axis. */
export function padRows(tensor: FloatTensor, rows: number): FloatTensor {
  const [before = 1, ...rest] = tensor.dims;
  const data = new Float32Array((tensor.data.length / before) * rows);
  data.set(tensor.data);
  return floats([rows, ...rest], data);
}

/** Adds zeros along the second axis. */
export function padColumns(tensor: FloatTensor, columns: number): FloatTensor {
  const [rows = 1, before = 1, ...rest] = tensor.dims;
  const run = tensor.data.length / (rows * before);
  const data = new Float32Array(rows * columns * run);
  for (let row = 0; row < rows; row += 1) {
    const source = tensor.data.subarray(row * before * run, (row + 1) * before * run);
    data.set(source, row * columns * run);
  }
  return floats([rows, columns, ...rest], data);
}

/** Multiplies each row of the first axis with its own factor. */
export function scaleRows(tensor: FloatTensor, factors: Float32Array): FloatTensor {
  const run = tensor.data.length / factors.length;
  return floats(
    tensor.dims,
    tensor.data.map((value, i) => value * (factors[Math.floor(i / run)] ?? 0)),
  );
}

/** Multiplies each column of the second axis with its own factor. */
export function scaleColumns(tensor: FloatTensor, factors: Float32Array): FloatTensor {
  const [rows = 1, columns = 1] = tensor.dims;
  const run = tensor.data.length / (rows * columns);
  return floats(
    tensor.dims,
    tensor.data.map((value, i) => value * (factors[Math.floor(i / run) % columns] ?? 0)),
  );
}

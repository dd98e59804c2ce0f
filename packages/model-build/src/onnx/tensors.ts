import { floats, type FloatTensor } from './onnx-graph.js';

/** Reorders the axes of a tensor: axis i of the result is axis `order[i]` of the source. */
export function transpose(tensor: FloatTensor, order: readonly number[]): FloatTensor {
  const sourceStrides = stridesOf(tensor.dims);
  const dims = order.map((axis) => tensor.dims[axis] ?? 1);
  const steps = order.map((axis) => sourceStrides[axis] ?? 1);
  const data = new Float32Array(tensor.data.length);
  const index = dims.map(() => 0);
  let source = 0;
  for (let target = 0; target < data.length; target += 1) {
    data[target] = tensor.data[source] ?? 0;
    for (let axis = dims.length - 1; axis >= 0; axis -= 1) {
      const next = (index[axis] ?? 0) + 1;
      source += steps[axis] ?? 0;
      index[axis] = next;
      if (next < (dims[axis] ?? 1)) break;
      source -= next * (steps[axis] ?? 0);
      index[axis] = 0;
    }
  }
  return floats(dims, data);
}

export function reshape(tensor: FloatTensor, dims: readonly number[]): FloatTensor {
  return floats(dims, tensor.data);
}

function stridesOf(dims: readonly number[]): number[] {
  const strides = dims.map(() => 1);
  for (let axis = dims.length - 2; axis >= 0; axis -= 1) {
    strides[axis] = (strides[axis + 1] ?? 1) * (dims[axis + 1] ?? 1);
  }
  return strides;
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

import type { FloatTensor } from './onnx-graph.js';
import { floats } from './onnx-graph.js';

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

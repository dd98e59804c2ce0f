import { float16ToFloat32, float32ToFloat16 } from '../formats/float16.js';
import { floats, type FloatTensor, type Graph, type GraphNode, type Tensor } from '../onnx/onnx-graph.js';

/**
 * How weights are stored: as half-precision numbers where these are exactly the same, as those of many models are
 * (`exact`), or rounded: to half precision (`float16`), to 8-bit integers with a scale for each row (`int8`), or the
 * largest to 8 bits and the others to half precision (`mixed`).
 */
export type WeightStorage = 'exact' | 'float16' | 'int8' | 'mixed';

/** Smaller constants (biases, slopes, shapes) stay as they are. */
const LEAST_WEIGHTS = 1024;
/** From this size on, `mixed` stores 8 bits. */
const LEAST_MIXED_INT8 = 2 ** 17;
const LARGEST_INT8 = 127;
/** Which shares of a group's largest number are tried as that of 127. */
const SCALES = [1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7];
/** The data type of a Cast, as onnx.proto numbers it. */
const TO_FLOAT = { to: { type: 'int', value: 1 } } as const;

/**
 * Stores large constants in fewer bits. Nodes at the start of the graph turn them into floats; ONNX Runtime computes these
 * once, when it loads the model.
 */
export function storeWeights(graph: Graph, storage: WeightStorage): Graph {
  const constants = new Map<string, Tensor>();
  const nodes: GraphNode[] = [];
  const last = constantsOfLastLayers(graph);
  const isInt8 = (name: string, size: number): boolean =>
    storage === 'int8' || (storage === 'mixed' && size >= LEAST_MIXED_INT8 && !last.has(name));
  for (const [name, tensor] of graph.constants) {
    if (tensor.type !== 'float' || tensor.data.length < LEAST_WEIGHTS) {
      constants.set(name, tensor);
      continue;
    }
    const stored = `${name}.stored`;
    const cast = { op: 'Cast', inputs: [stored], attributes: TO_FLOAT };
    if (!isInt8(name, tensor.data.length)) {
      const halves = float32ToFloat16(tensor.data);
      if (storage === 'exact' && !isExact(halves, tensor.data)) {
        constants.set(name, tensor);
        continue;
      }
      constants.set(stored, { type: 'float16', dims: tensor.dims, data: halves });
      nodes.push({ ...cast, outputs: [name] });
      continue;
    }
    const { integers, scales } = storage === 'mixed' ? toInt8AlongLongerAxis(tensor) : toInt8(tensor);
    constants.set(stored, { type: 'int8', dims: tensor.dims, data: integers });
    constants.set(`${name}.scales`, scales);
    const whole = `${name}.whole`;
    nodes.push({ ...cast, outputs: [whole] });
    nodes.push({ op: 'Mul', inputs: [whole, `${name}.scales`], outputs: [name], attributes: {} });
  }
  return { ...graph, constants, nodes: [...nodes, ...graph.nodes] };
}

/** Rounding these would move the results themselves. */
function constantsOfLastLayers({ nodes, outputs }: Graph): ReadonlySet<string> {
  const ends = new Set(outputs.map(({ name }) => name));
  return new Set(
    nodes.filter((node) => node.outputs.some((name) => ends.has(name))).flatMap(({ inputs }) => inputs),
  );
}

function isExact(halves: Uint16Array, data: Float32Array): boolean {
  const floats = float16ToFloat32(new Uint8Array(halves.buffer));
  return floats.every((value, n) => value === data[n]);
}

interface Int8Weights {
  readonly integers: Int8Array;
  readonly scales: FloatTensor;
}

/** With a scale for each row of the first axis. */
function toInt8({ dims, data }: FloatTensor): Int8Weights {
  const [count = 1, ...rest] = dims;
  const run = data.length / count;
  const { integers, scales } = rounded(data, count, (n) => Math.floor(n / run));
  return { integers, scales: floats([count, ...rest.map(() => 1)], scales) };
}

/** The same, but by the columns of a matrix that has more columns than rows: more scales, less rounding. */
function toInt8AlongLongerAxis(tensor: FloatTensor): Int8Weights {
  const [rows = 1, columns = 1, ...rest] = tensor.dims;
  if (rest.length > 0 || columns <= rows) return toInt8(tensor);
  const { integers, scales } = rounded(tensor.data, columns, (n) => n % columns);
  return { integers, scales: floats([1, columns], scales) };
}

/** Numbers of one group share a scale: of some, the one that changes them least. Rare large numbers may be cut off. */
function rounded(
  data: Float32Array,
  groups: number,
  groupOf: (n: number) => number,
): { integers: Int8Array; scales: Float32Array } {
  const largest = new Float64Array(groups);
  data.forEach((value, n) => {
    const group = groupOf(n);
    largest[group] = Math.max(largest[group] ?? 0, Math.abs(value));
  });
  const scales = new Float32Array(groups);
  const least = new Float64Array(groups).fill(Infinity);
  for (const share of SCALES) {
    const changes = new Float64Array(groups);
    data.forEach((value, n) => {
      const group = groupOf(n);
      const scale = (share * (largest[group] ?? 0)) / LARGEST_INT8;
      changes[group] = (changes[group] ?? 0) + (value - scale * toInteger(value, scale)) ** 2;
    });
    changes.forEach((change, group) => {
      if (change >= (least[group] ?? 0)) return;
      least[group] = change;
      scales[group] = (share * (largest[group] ?? 0)) / LARGEST_INT8;
    });
  }
  return { integers: Int8Array.from(data, (value, n) => toInteger(value, scales[groupOf(n)] ?? 0)), scales };
}

const toInteger = (value: number, scale: number): number =>
  scale > 0 ? Math.max(-LARGEST_INT8, Math.min(LARGEST_INT8, Math.round(value / scale))) : 0;

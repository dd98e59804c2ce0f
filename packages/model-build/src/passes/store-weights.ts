import { float16ToFloat32, float32ToFloat16 } from '../formats/float16.js';
import { floats, type FloatTensor, type Graph, type GraphNode, type Tensor } from '../onnx/onnx-graph.js';

/**
 * How weights are stored: as half-precision numbers where these are exactly the same, as those of many models are; or as
 * 8-bit integers with a scale for each row, which rounds them.
 */
export type WeightStorage = 'float16' | 'int8';

/** Smaller constants (biases, slopes, shapes) stay as they are. */
const LEAST_WEIGHTS = 1024;
const LARGEST_INT8 = 127;
/** The data type of a Cast, as onnx.proto numbers it. */
const TO_FLOAT = { to: { type: 'int', value: 1 } } as const;

/**
 * Stores large constants in fewer bits. Nodes at the start of the graph turn them into floats; ONNX Runtime computes these
 * once, when it loads the model.
 */
export function storeWeights(graph: Graph, storage: WeightStorage): Graph {
  const constants = new Map<string, Tensor>();
  const nodes: GraphNode[] = [];
  for (const [name, tensor] of graph.constants) {
    if (tensor.type !== 'float' || tensor.data.length < LEAST_WEIGHTS) {
      constants.set(name, tensor);
      continue;
    }
    const stored = `${name}.stored`;
    const cast = { op: 'Cast', inputs: [stored], attributes: TO_FLOAT };
    if (storage === 'float16') {
      const halves = float32ToFloat16(tensor.data);
      if (!isExact(halves, tensor.data)) {
        constants.set(name, tensor);
        continue;
      }
      constants.set(stored, { type: 'float16', dims: tensor.dims, data: halves });
      nodes.push({ ...cast, outputs: [name] });
      continue;
    }
    const { rows, scales } = toInt8(tensor);
    constants.set(stored, { type: 'int8', dims: tensor.dims, data: rows });
    constants.set(`${name}.scales`, scales);
    const whole = `${name}.whole`;
    nodes.push({ ...cast, outputs: [whole] });
    nodes.push({ op: 'Mul', inputs: [whole, `${name}.scales`], outputs: [name], attributes: {} });
  }
  return { ...graph, constants, nodes: [...nodes, ...graph.nodes] };
}

function isExact(halves: Uint16Array, data: Float32Array): boolean {
  const floats = float16ToFloat32(new Uint8Array(halves.buffer));
  return floats.every((value, n) => value === data[n]);
}

/** The largest number of each row of the first axis becomes 127 or -127. */
function toInt8({ dims, data }: FloatTensor): { rows: Int8Array; scales: FloatTensor } {
  const [count = 1, ...rest] = dims;
  const run = data.length / count;
  const scales = new Float32Array(count);
  const rows = new Int8Array(data.length);
  for (let row = 0; row < count; row++) {
    const values = data.subarray(row * run, (row + 1) * run);
    const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / LARGEST_INT8;
    scales[row] = scale;
    if (scale > 0)
      rows.set(
        values.map((value) => Math.round(value / scale)),
        row * run,
      );
  }
  return { rows, scales: floats([count, ...rest.map(() => 1)], scales) };
}

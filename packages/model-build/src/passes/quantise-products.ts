import { GraphEditor } from '../onnx/graph-editor.js';
import { floats, intAttribute, MICROSOFT, type FloatTensor, type Graph } from '../onnx/onnx-graph.js';

/** Smaller products take little time and memory. */
const LEAST_WEIGHTS = 2 ** 20;
/** As many neighbouring weights share a scale. */
const BLOCK = 32;
const LARGEST = 127;
/** The stored integer that means 0. */
const ZERO = 128;
/** Inputs are rounded to 8 bits, too, with a scale for each block. */
const IN_8_BITS = 4;

/**
 * Stores the weights of large matrix products in 8 bits, and computes with them: reading the weights is what takes
 * the time.
 */
export function quantiseProducts(graph: Graph): Graph {
  const editor = new GraphEditor(graph);
  for (const node of graph.nodes) {
    const [input = '', weightsName = '', bias = ''] = node.inputs;
    const weights = editor.floats(weightsName);
    if (node.op !== 'Gemm' || intAttribute(node, 'transB', 0) !== 1 || weights === undefined) continue;
    const [rows = 0, columns = 0] = weights.dims;
    if (weights.data.length < LEAST_WEIGHTS || columns % BLOCK !== 0) continue;
    const { integers, scales } = toBlocks(weights);
    const blocks = columns / BLOCK;
    const stored = editor.addConstant(`${weightsName}.stored`, {
      type: 'uint8',
      dims: [rows, blocks, BLOCK],
      data: integers,
    });
    const scalesName = editor.addConstant(`${weightsName}.scales`, floats([rows * blocks], scales));
    const integer = (value: number) => ({ type: 'int', value }) as const;
    editor.replace(node, {
      op: 'MatMulNBits',
      domain: MICROSOFT,
      inputs: [input, stored, scalesName, '', '', bias],
      outputs: node.outputs,
      attributes: {
        K: integer(columns),
        N: integer(rows),
        bits: integer(8),
        block_size: integer(BLOCK),
        accuracy_level: integer(IN_8_BITS),
      },
    });
  }
  return editor.finish();
}

function toBlocks({ data }: FloatTensor): { readonly integers: Uint8Array; readonly scales: Float32Array } {
  const integers = new Uint8Array(data.length);
  const scales = new Float32Array(data.length / BLOCK);
  for (const block of scales.keys()) {
    const start = block * BLOCK;
    const some = data.subarray(start, start + BLOCK);
    const largest = some.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = largest / LARGEST;
    scales[block] = scale;
    for (const [i, value] of some.entries())
      integers[start + i] = ZERO + (scale > 0 ? Math.round(value / scale) : 0);
  }
  return { integers, scales };
}

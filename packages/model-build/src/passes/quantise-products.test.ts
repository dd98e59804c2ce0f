import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { GraphBuilder } from '../onnx/graph-builder.js';
import { encodeOnnx } from '../onnx/onnx-file.js';
import { floats, type Graph } from '../onnx/onnx-graph.js';
import { removeDeadNodes } from './drop-nodes.js';
import { quantiseProducts } from './quantise-products.js';

/** Numbers between -1 and 1 that look random and are the same in every run. */
const numbers = (count: number, seed: number): Float32Array =>
  new Float32Array(count).map((_, i) => (((i * i + 7919 * i + seed * i) % 2003) - 1001) / 1001);

const ROWS = 64;

function product(columns: number): Graph {
  const builder = new GraphBuilder();
  const weights = builder.constant(floats([ROWS, columns], numbers(ROWS * columns, 1)));
  const bias = builder.constant(floats([ROWS], numbers(ROWS, 2)));
  const value = builder.node('Gemm', ['input', weights, bias], { transB: 1 });
  return builder.finish(
    [{ name: 'input', dims: [1, columns] }],
    [{ name: 'output', dims: [1, ROWS] }],
    [value],
  );
}

async function run(graph: Graph, input: Float32Array): Promise<Float32Array> {
  const session = await InferenceSession.create(encodeOnnx(graph), { logSeverityLevel: 3 });
  const { output } = await session.run({ input: new Tensor('float32', input, [1, input.length]) });
  await session.release();
  return output?.data as Float32Array;
}

const operators = (graph: Graph): string[] => graph.nodes.map(({ op }) => op);
const norm = (values: Float32Array): number => Math.hypot(...values);

it('computes a very large product with 8-bit weights, within one percent', async () => {
  const exact = product(2 ** 16);
  const quantised = removeDeadNodes(quantiseProducts(exact));
  expect(operators(quantised)).toEqual(['MatMulNBits', 'Identity']);
  expect(encodeOnnx(quantised).length).toBeLessThan(encodeOnnx(exact).length / 3);
  const input = numbers(2 ** 16, 3);
  const [before, after] = [await run(exact, input), await run(quantised, input)];
  const error = norm(before.map((value, i) => value - (after[i] ?? 0))) / norm(before);
  // The weights are really rounded, and hardly.
  expect(error).toBeGreaterThan(0);
  expect(error).toBeLessThan(0.01);
});

it('leaves smaller products, and rows that no whole number of blocks fills', () => {
  for (const columns of [2 ** 13, 2 ** 16 + 1]) {
    const graph = product(columns);
    expect(operators(quantiseProducts(graph))).toEqual(operators(graph));
  }
});

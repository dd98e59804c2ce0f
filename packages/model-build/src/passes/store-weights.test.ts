import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { largestDifference } from '../image-layout.test.fixture.js';
import { GraphBuilder } from '../onnx/graph-builder.js';
import { encodeOnnx } from '../onnx/onnx-file.js';
import { floats, type Graph } from '../onnx/onnx-graph.js';
import { optimise } from '../optimise.js';
import { storeWeights } from './store-weights.js';

const numbers = (count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, n) => Math.sin(n * 12.9898));

/** A convolution with many weights, one row of which is zero, and a bias of few. */
function graphOf(round: (value: number) => number = (value) => value): Graph {
  const builder = new GraphBuilder();
  const weights = numbers(64 * 3 * 9).map(round);
  weights.fill(0, 27, 54);
  const value = builder.conv(
    'input',
    floats([64, 3, 3, 3], weights),
    floats([64], numbers(64)),
    { strides: [1, 1], padding: 'SAME' },
    1,
  );
  return builder.finish(
    [{ name: 'input', dims: [1, 3, 8, 8] }],
    [{ name: 'output', dims: [1, 64, 8, 8] }],
    [value],
  );
}

async function run(file: Uint8Array): Promise<Float32Array> {
  const session = await InferenceSession.create(file, { logSeverityLevel: 3 });
  const { output } = await session.run({ input: new Tensor('float32', numbers(192), [1, 3, 8, 8]) });
  return output?.data as Float32Array;
}

/** What half precision holds as it is. */
const rounded = (value: number): number => Math.round(value * 256) / 256;
const WEIGHTS = 64 * 27;
/** Names, scales and two more nodes take a little. */
const ROOM = 700;

it('stores weights in half precision where that changes none of them', async () => {
  const graph = graphOf(rounded);
  const [exact, stored] = [encodeOnnx(graph), encodeOnnx(storeWeights(graph, 'exact'))];
  expect(stored.length).toBeLessThan(exact.length - 2 * WEIGHTS + ROOM);
  expect(await run(stored)).toEqual(await run(exact));
  expect(encodeOnnx(storeWeights(graphOf(), 'exact'))).toEqual(encodeOnnx(graphOf()));
});

it('stores weights in 8 bits, to nearly the same results', async () => {
  const graph = graphOf();
  const [exact, stored] = [encodeOnnx(graph), encodeOnnx(storeWeights(graph, 'int8'))];
  expect(stored.length).toBeLessThan(exact.length - 3 * WEIGHTS + ROOM);
  const results = await run(exact);
  expect(Math.max(...results)).toBeGreaterThan(1);
  expect(largestDifference(results, await run(stored))).toBeLessThan(0.05);
});

it('stores the largest weights in 8 bits and the others in half precision, if mixed', () => {
  const builder = new GraphBuilder();
  const matrix = (rows: number, columns: number): string =>
    builder.constant(floats([rows, columns], numbers(rows * columns)));
  const hidden = builder.node('MatMul', ['input', matrix(64, 2 ** 12)]);
  const output = builder.node('MatMul', [hidden, matrix(2 ** 12, 64)]);
  const graph = builder.finish(
    [{ name: 'input', dims: [1, 64] }],
    [{ name: 'output', dims: [1, 64] }],
    [output],
  );
  const types = [...storeWeights(optimise(graph, 'plain'), 'mixed').constants.values()].map(
    ({ type }) => type,
  );
  // The last layer is as large, but stays in half precision.
  expect(types.toSorted()).toEqual(['float', 'float16', 'int8']);
});

it('leaves small constants as they are', () => {
  const { constants } = storeWeights(graphOf(), 'int8');
  const kept = [...constants.values()].filter(({ type }) => type === 'float');
  // The bias, and one scale for each row.
  expect(kept.map(({ dims }) => dims[0])).toEqual([64, 64]);
});

import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, it } from 'vitest';
import { largestDifference } from '../image-layout.test.fixture.js';
import { GraphBuilder } from '../onnx/graph-builder.js';
import { encodeOnnx } from '../onnx/onnx-file.js';
import { floats, type Graph } from '../onnx/onnx-graph.js';
import { storeWeights } from './store-weights.js';

const numbers = (count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, n) => Math.sin(n * 12.9898));

/** A convolution with many weights, one row of which is zero, and a bias of few. */
function graphOf(): Graph {
  const builder = new GraphBuilder();
  const weights = numbers(64 * 3 * 9);
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

it.each([
  ['float16', 2, 0.005],
  ['int8', 1, 0.05],
] as const)(
  'stores weights as %s, in %i bytes each, to nearly the same results',
  async (storage, bytes, error) => {
    const graph = graphOf();
    const [exact, stored] = [encodeOnnx(graph), encodeOnnx(storeWeights(graph, storage))];
    const weights = 64 * 27;
    // Names, scales and two more nodes take a little.
    expect(stored.length).toBeLessThan(exact.length - (4 - bytes) * weights + 700);
    const results = await run(exact);
    expect(Math.max(...results)).toBeGreaterThan(1);
    expect(largestDifference(results, await run(stored))).toBeLessThan(error);
  },
);

it('leaves small constants as they are', () => {
  const { constants } = storeWeights(graphOf(), 'int8');
  const kept = [...constants.values()].filter(({ type }) => type === 'float');
  // The bias, and one scale for each row.
  expect(kept.map(({ dims }) => dims[0])).toEqual([64, 64]);
});

import { InferenceSession, Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import { GraphBuilder } from './onnx/graph-builder.js';
import { encodeOnnx } from './onnx/onnx-file.js';
import { floats, type FloatTensor, type Graph } from './onnx/onnx-graph.js';
import { optimise } from './optimise.js';
import { largestDifference } from './image-layout.test.fixture.js';

const SIZE = 8;
const EVERY_PIXEL = { strides: [1, 1], padding: 'SAME' } as const;

/** Numbers between `low` and `high` that look random and are the same in every run. */
function numbers(dims: readonly number[], low: number, high: number): FloatTensor {
  const count = dims.reduce((product, dim) => product * dim, 1);
  return floats(
    dims,
    Float32Array.from(
      { length: count },
      (_, i) => low + ((Math.sin(i * 12.9898 + count) + 1) / 2) * (high - low),
    ),
  );
}

function weights(...dims: readonly number[]): FloatTensor {
  return numbers(dims, -0.5, 0.5);
}

/** A graph from a 1×3×8×8 image to one output of a rank. */
function graphOf(make: (builder: GraphBuilder, input: string) => string, rank = 4): Graph {
  const builder = new GraphBuilder();
  const value = make(builder, 'input');
  const dims = Array.from({ length: rank }, (_, i) => `free${i}`);
  return builder.finish([{ name: 'input', dims: [1, 3, SIZE, SIZE] }], [{ name: 'output', dims }], [value]);
}

async function run(graph: Graph): Promise<Float32Array> {
  const session = await InferenceSession.create(encodeOnnx(graph), { logSeverityLevel: 3 });
  const input = new Tensor('float32', numbers([3 * SIZE * SIZE], 0, 255).data, [1, 3, SIZE, SIZE]);
  const { output } = await session.run({ input });
  return output?.data as Float32Array;
}

function operators(graph: Graph): string[] {
  return graph.nodes.map((node) => node.op);
}

function norm(builder: GraphBuilder, value: string, channels: number): string {
  const parts = [
    numbers([channels], 0.5, 2),
    weights(channels),
    weights(channels),
    numbers([channels], 0.1, 2),
  ];
  return builder.node(
    'BatchNormalization',
    [value, ...parts.map((part) => builder.constant(part))],
    {},
    { epsilon: 1e-3 },
  );
}

function prelu(builder: GraphBuilder, value: string, channels: number): string {
  // Slopes below 0 and above 1 as well: trained models have both.
  return builder.node('PRelu', [value, builder.constant(numbers([channels, 1, 1], -1, 2.5))]);
}

/** From colours to a map that no longer grows with the colours' range. */
function stem(builder: GraphBuilder, input: string, channels: number): string {
  const centred = builder.normalise(input, [120, 110, 100], 1 / 255);
  return builder.conv(
    centred,
    weights(channels, 3, 3, 3),
    weights(channels),
    { strides: [2, 2], padding: 'SAME' },
    1,
  );
}

const cases: Record<string, { graph: Graph; gone: readonly string[] }> = {
  'scale and mean of the input': {
    graph: graphOf((builder, input) => stem(builder, input, 16)),
    gone: ['Mul', 'Identity'],
  },
  'batch normalisation after a convolution, with and without bias': {
    graph: graphOf((builder, input) => {
      const first = norm(builder, stem(builder, input, 16), 16);
      return norm(builder, builder.conv(first, weights(16, 1, 3, 3), undefined, EVERY_PIXEL, 16), 16);
    }),
    gone: ['BatchNormalization'],
  },
  'batch normalisation around a matrix product': {
    graph: graphOf((builder, input) => {
      const map = prelu(builder, stem(builder, input, 16), 16);
      const flat = builder.node('Flatten', [builder.node('Dropout', [norm(builder, map, 16)])]);
      const product = [flat, builder.constant(weights(5, 16 * 16)), builder.constant(weights(5))];
      return norm(builder, builder.node('Gemm', product, { transB: 1 }), 5);
    }, 2),
    gone: ['BatchNormalization', 'Dropout', 'PRelu'],
  },
  'a bottleneck of 12 channels with PReLUs in a residual block': {
    graph: graphOf((builder, input) => {
      const wide = prelu(builder, stem(builder, input, 48), 48);
      const narrow = prelu(
        builder,
        builder.conv(wide, weights(12, 48, 1, 1), weights(12), EVERY_PIXEL, 1),
        12,
      );
      const depthwise = builder.conv(narrow, weights(12, 1, 3, 3), weights(12), EVERY_PIXEL, 12);
      const back = builder.conv(
        prelu(builder, depthwise, 12),
        weights(48, 12, 1, 1),
        weights(48),
        EVERY_PIXEL,
        1,
      );
      return prelu(builder, builder.node('Add', [wide, back]), 48);
    }),
    gone: ['PRelu'],
  },
  'a chain of residual blocks, whose PReLUs hand turned signs on to each other': {
    graph: graphOf((builder, input) => {
      let stream = prelu(builder, stem(builder, input, 16), 16);
      for (let block = 0; block < 3; block += 1) {
        const inner = builder.conv(stream, weights(16, 16, 1, 1), weights(16), EVERY_PIXEL, 1);
        const depthwise = builder.conv(
          prelu(builder, inner, 16),
          weights(16, 1, 3, 3),
          weights(16),
          EVERY_PIXEL,
          16,
        );
        const back = builder.conv(depthwise, weights(16, 16, 1, 1), weights(16), EVERY_PIXEL, 1);
        stream = prelu(builder, builder.node('Add', block === 1 ? [back, stream] : [stream, back]), 16);
      }
      return builder.conv(stream, weights(16, 16, 1, 1), weights(16), EVERY_PIXEL, 1);
    }),
    gone: ['PRelu'],
  },
  'a PReLU after a sum that a pooling sees too, which cannot do with turned signs': {
    graph: graphOf((builder, input) => {
      const first = prelu(builder, stem(builder, input, 16), 16);
      const back = builder.conv(first, weights(16, 16, 1, 1), weights(16), EVERY_PIXEL, 1);
      const second = prelu(builder, builder.node('Add', [first, back]), 16);
      const pooled = builder.maxPool(second, [2, 2], { strides: [2, 2], padding: 'VALID' });
      const strided = builder.conv(
        second,
        weights(16, 16, 2, 2),
        weights(16),
        { strides: [2, 2], padding: 'VALID' },
        1,
      );
      return builder.node('Add', [pooled, strided]);
    }),
    gone: ['PRelu'],
  },
};

function graphCase(start: string): { graph: Graph } {
  const found = Object.entries(cases).find(([name]) => name.startsWith(start));
  if (found === undefined) throw new Error(`there is no case ${start}`);
  return found[1];
}

describe('optimise', () => {
  it.each(Object.entries(cases))('rewrites %s to something equal', async (_, { graph, gone }) => {
    const optimised = optimise(graph, 'blocked');
    for (const op of gone) {
      expect(operators(graph)).toContain(op);
      expect(operators(optimised)).not.toContain(op);
    }
    const before = await run(graph);
    expect(Math.max(...before)).toBeGreaterThan(0.1);
    for (const after of [await run(optimised), await run(optimise(graph, 'plain'))])
      expect(largestDifference(before, after)).toBeLessThan(1e-4);
  });

  it('passes over no map of a residual block only for a Relu', () => {
    const optimised = optimise(graphCase('a chain of residual blocks').graph, 'blocked');
    const made = new Map(optimised.nodes.flatMap((node) => node.outputs.map((name) => [name, node.op])));
    const makers = optimised.nodes
      .filter((node) => node.op === 'Relu')
      .map(({ inputs }) => made.get(inputs[0] ?? ''));
    // ONNX Runtime joins a Relu to the convolution before it.
    expect(new Set(makers)).toEqual(new Set(['Conv']));
  });

  it('leaves no constant that no node uses', () => {
    for (const { graph } of Object.values(cases)) {
      const optimised = optimise(graph, 'blocked');
      const used = new Set(optimised.nodes.flatMap((node) => node.inputs));
      expect([...optimised.constants.keys()].filter((name) => !used.has(name))).toEqual([]);
    }
  });
});

import { ConversionError } from '../conversion-error.js';
import { FlatTable } from './flatbuffer.js';

/** Numbers in this file are those of TensorFlow Lite's schema.fbs (https://github.com/tensorflow/tensorflow). */
const OPERATOR_NAMES: ReadonlyMap<number, string> = new Map([
  [0, 'ADD'],
  [3, 'CONV_2D'],
  [4, 'DEPTHWISE_CONV_2D'],
  [9, 'FULLY_CONNECTED'],
  [18, 'MUL'],
  [22, 'RESHAPE'],
  [34, 'PAD'],
  [54, 'PRELU'],
  [61, 'GREATER'],
  [64, 'SELECT'],
]);

export const TFLITE_TYPE = { float32: 0, int32: 2, int64: 4 } as const;

export interface TfliteTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: number;
  /** Empty for a value that is computed. */
  readonly data: Uint8Array;
}

export interface TfliteOperator {
  readonly name: string;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  readonly options: FlatTable | undefined;
}

export interface TfliteModel {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

export function readTflite(file: Uint8Array): TfliteModel {
  const model = FlatTable.root(file);
  const graph = model.tables(2)[0];
  if (graph === undefined) throw new ConversionError('the TFLite file holds no graph');
  const buffers = model.tables(4);
  const codes = model.tables(1).map((code) => Math.max(code.byte(0), code.int(3)));
  return {
    tensors: graph.tables(0).map((tensor) => ({
      name: tensor.text(3),
      shape: tensor.ints(0),
      type: tensor.byte(1),
      data: buffers[tensor.int(2)]?.bytes(0) ?? new Uint8Array(0),
    })),
    operators: graph.tables(3).map((operator) => ({
      name: operatorName(codes[operator.int(0)] ?? -1),
      inputs: operator.ints(1),
      outputs: operator.ints(2),
      options: operator.table(4),
    })),
    inputs: graph.ints(1),
    outputs: graph.ints(2),
  };
}

function operatorName(code: number): string {
  return OPERATOR_NAMES.get(code) ?? `operator ${code}`;
}

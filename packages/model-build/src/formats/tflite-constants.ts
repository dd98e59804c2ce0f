import { ConversionError } from '../conversion-error.js';
import type { GraphBuilder } from '../onnx/graph-builder.js';
import { floats, type FloatTensor } from '../onnx/onnx-graph.js';
import { float16ToFloat32 } from './float16.js';
import type { FlatTable } from './flatbuffer.js';
import { TFLITE_TYPE, type TfliteModel, type TfliteOperator, type TfliteTensor } from './tflite-model.js';

/** The constant tensors of a TFLite model: weights, which may pass through a DEQUANTIZE, and lists of integers. */
export class TfliteConstants {
  private readonly dequantised = new Map<number, FloatTensor>();

  constructor(private readonly model: TfliteModel) {}

  tensor(index: number | undefined): TfliteTensor {
    const tensor = this.model.tensors[index ?? -1];
    if (tensor === undefined) throw new ConversionError(`tensor ${index ?? 'none'} is not there`);
    return tensor;
  }

  /** A DEQUANTIZE of a constant is a constant too. */
  dequantise({ inputs, outputs }: TfliteOperator): void {
    this.dequantised.set(outputs[0] ?? -1, this.floats(inputs[0]));
  }

  floats(index: number | undefined): FloatTensor {
    const known = this.dequantised.get(index ?? -1);
    if (known !== undefined) return known;
    const { data, shape, type, name } = this.tensor(index);
    if (data.length === 0) throw new ConversionError(`${name} holds no numbers`);
    if (type === TFLITE_TYPE.float16) return floats(shape, float16ToFloat32(data));
    if (type === TFLITE_TYPE.float32) return floats(shape, new Float32Array(new Uint8Array(data).buffer));
    throw new ConversionError(`${name} has type ${type}`);
  }

  /** Whether a tensor holds numbers, as opposed to being computed. */
  has(index: number | undefined): boolean {
    return this.dequantised.has(index ?? -1) || this.tensor(index).data.length > 0;
  }

  ints(index: number | undefined): readonly number[] {
    const { type, name, data } = this.tensor(index);
    if (type === TFLITE_TYPE.int64)
      return Array.from(new BigInt64Array(new Uint8Array(data).buffer), (value) => Number(value));
    if (type !== TFLITE_TYPE.int32) throw new ConversionError(`${name} has type ${type}`);
    return Array.from(new Int32Array(new Uint8Array(data).buffer));
  }
}

/** The activation that an operator applies to its result. */
export function activated(builder: GraphBuilder, activation: number | undefined, value: string): string {
  if (activation === undefined || activation === 0) return value;
  if (activation === 1) return builder.relu(value);
  if (activation === 3) return builder.relu6(value);
  throw new ConversionError(`fused activation ${activation} is not known`);
}

/** 0 stands for an option left out, which is 1. */
export function rejectDilation(...dilations: readonly (number | undefined)[]): void {
  if (dilations.some((dilation = 0) => dilation > 1)) throw new ConversionError('dilation is not known');
}

export function optionsOf(operator: TfliteOperator): FlatTable {
  if (operator.options === undefined) throw new ConversionError(`${operator.name} has no options`);
  return operator.options;
}

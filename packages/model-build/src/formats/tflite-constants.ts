import { ConversionError } from '../conversion-error.js';
import { floats, type FloatTensor } from '../onnx/onnx-graph.js';
import type { FlatTable } from './flatbuffer.js';
import { TFLITE_TYPE, type TfliteModel, type TfliteOperator, type TfliteTensor } from './tflite-model.js';

/** The constant tensors of a TFLite model: weights, and lists of integers. */
export class TfliteConstants {
  constructor(private readonly model: TfliteModel) {}

  tensor(index: number | undefined): TfliteTensor {
    const tensor = this.model.tensors[index ?? -1];
    if (tensor === undefined) throw new ConversionError(`tensor ${index ?? 'none'} is not there`);
    return tensor;
  }

  floats(index: number | undefined): FloatTensor {
    const { data, shape, type, name } = this.tensor(index);
    if (data.length === 0) throw new ConversionError(`${name} holds no numbers`);
    if (type !== TFLITE_TYPE.float32) throw new ConversionError(`${name} has type ${type}`);
    return floats(shape, new Float32Array(new Uint8Array(data).buffer));
  }

  ints(index: number | undefined): readonly number[] {
    const { type, name, data } = this.tensor(index);
    if (type === TFLITE_TYPE.int64)
      return Array.from(new BigInt64Array(new Uint8Array(data).buffer), (value) => Number(value));
    if (type !== TFLITE_TYPE.int32) throw new ConversionError(`${name} has type ${type}`);
    return Array.from(new Int32Array(new Uint8Array(data).buffer));
  }
}

/** An operator that applies an activation to its result. */
export function rejectActivation(activation: number | undefined): void {
  if (activation !== undefined && activation !== 0)
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

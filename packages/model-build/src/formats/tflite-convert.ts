import { ConversionError } from '../conversion-error.js';
import type { ConvWindow, GraphBuilder } from '../onnx/graph-builder.js';
import { ints, type FloatTensor } from '../onnx/onnx-graph.js';
import { reshape, transpose } from '../onnx/tensors.js';
import { optionsOf, rejectActivation, rejectDilation, TfliteConstants } from './tflite-constants.js';
import type { TfliteModel, TfliteOperator } from './tflite-model.js';

const VALID_PADDING = 1;
/** The index of an optional input that is left out. */
const NO_TENSOR = -1;
const ONE_PIXEL: ConvWindow = { strides: [1, 1], padding: 'VALID' };

/**
 * Writes a TFLite model into `builder`, with images as NCHW where TFLite has NHWC.
 * Gives for a tensor index the name of its value.
 * A RESHAPE hands its input on: ours turns a map of one pixel into a list.
 */
export function convertTflite(
  model: TfliteModel,
  builder: GraphBuilder,
  input: string,
): (tensor: number) => string {
  const values = new Map<number, string>();
  const [first = -1] = model.inputs;
  values.set(first, input);
  const converter = new Converter(model, builder, values);
  for (const operator of model.operators) {
    const [output = -1] = operator.outputs;
    values.set(output, converter.convert(operator));
  }
  return (tensor) => converter.value(tensor);
}

class Converter {
  private readonly constants: TfliteConstants;

  constructor(
    model: TfliteModel,
    private readonly builder: GraphBuilder,
    private readonly values: ReadonlyMap<number, string>,
  ) {
    this.constants = new TfliteConstants(model);
  }

  value(tensor: number | undefined): string {
    const value = this.values.get(tensor ?? -1);
    if (value === undefined) throw new ConversionError(`tensor ${tensor ?? 'none'} is not computed`);
    return value;
  }

  convert(operator: TfliteOperator): string {
    const { options } = operator;
    const [a, b, c] = operator.inputs;
    switch (operator.name) {
      case 'CONV_2D':
        rejectActivation(options?.byte(3));
        rejectDilation(options?.int(4), options?.int(5));
        return this.conv(operator, transpose(this.constants.floats(b), [0, 3, 1, 2]), c, 1);
      case 'DEPTHWISE_CONV_2D': {
        rejectActivation(options?.byte(4));
        rejectDilation(options?.int(5), options?.int(6));
        const weights = transpose(this.constants.floats(b), [3, 0, 1, 2]);
        return this.conv(operator, weights, c, this.constants.tensor(a).shape[3] ?? 1);
      }
      case 'PRELU': {
        const slope = this.constants.floats(b);
        return this.builder.node('PRelu', [
          this.value(a),
          this.builder.constant(reshape(slope, [slope.data.length, 1, 1])),
        ]);
      }
      case 'ADD':
        rejectActivation(options?.byte(0));
        return this.builder.node('Add', [this.value(a), this.value(b)]);
      case 'PAD':
        return this.pad(operator);
      case 'RESHAPE':
        if (!this.isOnePixel(a)) throw new ConversionError('RESHAPE is known only for a map of one pixel');
        return this.value(a);
      case 'FULLY_CONNECTED': {
        rejectActivation(options?.byte(0));
        const matrix = this.constants.floats(b);
        return this.conv(operator, reshape(matrix, [...matrix.dims, 1, 1]), c, 1);
      }
      default:
        throw new ConversionError(`${operator.name} is not known`);
    }
  }

  private conv(
    operator: TfliteOperator,
    weights: FloatTensor,
    bias: number | undefined,
    group: number,
  ): string {
    const biases = bias === undefined || bias === NO_TENSOR ? undefined : this.constants.floats(bias);
    const window = operator.name === 'FULLY_CONNECTED' ? ONE_PIXEL : windowOf(operator);
    return this.builder.conv(this.value(operator.inputs[0]), weights, biases, window, group);
  }

  /** A map of one pixel, for which a matrix product is a convolution. */
  private isOnePixel(index: number | undefined): boolean {
    const [, height, width] = this.constants.tensor(index).shape;
    return height === 1 && width === 1;
  }

  private pad(operator: TfliteOperator): string {
    const [n0, n1, h0, h1, w0, w1, c0, c1] = this.constants.ints(operator.inputs[1]);
    const pads = [n0, c0, h0, w0, n1, c1, h1, w1].map((pad) => pad ?? 0);
    return this.builder.node('Pad', [this.value(operator.inputs[0]), this.builder.constant(ints(pads))], {
      mode: 'constant',
    });
  }
}

/** Padding, stride_w and stride_h are the first three options of every operator with a window. */
function windowOf(operator: TfliteOperator): ConvWindow {
  const options = optionsOf(operator);
  return {
    strides: [options.int(2), options.int(1)],
    padding: options.byte(0) === VALID_PADDING ? 'VALID' : 'SAME',
  };
}

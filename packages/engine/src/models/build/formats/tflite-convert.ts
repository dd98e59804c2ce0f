import { ConversionError } from '../conversion-error.js';
import { float16ToFloat32 } from './float16.js';
import type { FlatTable } from './flatbuffer.js';
import type { ConvWindow, GraphBuilder } from '../onnx/graph-builder.js';
import { floats, ints } from '../onnx/onnx-graph.js';
import type { FloatTensor } from '../onnx/onnx-graph.js';
import { TFLITE_TYPE } from './tflite-model.js';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './tflite-model.js';
import { reshape, transpose } from '../onnx/weight-layout.js';

const VALID_PADDING = 1;

/**
 * Writes a TFLite net into `builder`, with images as NCHW where TFLite has NHWC.
 * Gives for a tensor index the name of its value.
 * A RESHAPE hands its input on: ours stand only at the end, and a map is easier to read than its flat list.
 */
export function convertTflite(
  model: TfliteModel,
  builder: GraphBuilder,
  input: string,
): (tensor: number) => string {
  const values = new Map<number, string>();
  const [first = -1] = model.inputs;
  values.set(first, input);
  const net = new Net(model, builder, values);
  for (const operator of model.operators) {
    const [output = -1] = operator.outputs;
    const value = net.convert(operator);
    if (value !== undefined) values.set(output, value);
  }
  return (tensor) => net.value(tensor);
}

class Net {
  private readonly dequantised = new Map<number, FloatTensor>();

  constructor(
    private readonly model: TfliteModel,
    private readonly builder: GraphBuilder,
    private readonly values: ReadonlyMap<number, string>,
  ) {}

  value(tensor: number | undefined): string {
    const value = this.values.get(tensor ?? -1);
    if (value === undefined) throw new ConversionError(`tensor ${tensor ?? 'none'} is not computed`);
    return value;
  }

  convert(operator: TfliteOperator): string | undefined {
    const { options } = operator;
    const [a, b, c] = operator.inputs;
    switch (operator.name) {
      case 'DEQUANTIZE':
        this.dequantised.set(operator.outputs[0] ?? -1, this.constant(a));
        return undefined;
      case 'CONV_2D': {
        refuseDilation(options?.int(4), options?.int(5));
        const weights = transpose(this.constant(b), [0, 3, 1, 2]);
        return this.activated(options?.byte(3), this.conv(operator, weights, c, 1));
      }
      case 'DEPTHWISE_CONV_2D': {
        refuseDilation(options?.int(5), options?.int(6));
        const weights = transpose(this.constant(b), [3, 0, 1, 2]);
        const group = this.tensor(a).shape[3] ?? 1;
        return this.activated(options?.byte(4), this.conv(operator, weights, c, group));
      }
      case 'PRELU': {
        const slope = this.constant(b);
        return this.builder.node('PRelu', [
          this.value(a),
          this.builder.constant(reshape(slope, [slope.data.length, 1, 1])),
        ]);
      }
      case 'ADD':
        return this.activated(options?.byte(0), this.builder.node('Add', [this.value(a), this.value(b)]));
      case 'RELU':
        return this.builder.relu(this.value(a));
      case 'RELU6':
        return this.builder.relu6(this.value(a));
      case 'LOGISTIC':
        return this.builder.node('Sigmoid', [this.value(a)]);
      case 'MAX_POOL_2D':
        return this.activated(options?.byte(5), this.maxPool(operator));
      case 'PAD':
        return this.pad(operator);
      case 'RESIZE_BILINEAR':
        return this.resize(operator);
      case 'RESHAPE':
        if (!this.model.outputs.includes(operator.outputs[0] ?? -1)) {
          throw new ConversionError('RESHAPE is known only at the end of a net');
        }
        return this.value(a);
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
    const biases = bias === undefined ? undefined : this.constant(bias);
    return this.builder.conv(this.value(operator.inputs[0]), weights, biases, windowOf(operator), group);
  }

  private maxPool(operator: TfliteOperator): string {
    const options = optionsOf(operator);
    const kernel = [options.int(4), options.int(3)] as const;
    return this.builder.maxPool(this.value(operator.inputs[0]), kernel, windowOf(operator));
  }

  private pad(operator: TfliteOperator): string {
    const [n0, n1, h0, h1, w0, w1, c0, c1] = intsOf(this.tensor(operator.inputs[1]));
    const pads = [n0, c0, h0, w0, n1, c1, h1, w1].map((pad) => pad ?? 0);
    return this.builder.node('Pad', [this.value(operator.inputs[0]), this.builder.constant(ints(pads))], {
      mode: 'constant',
    });
  }

  /** By scale, so that the net stays free in its input size. */
  private resize(operator: TfliteOperator): string {
    const options = optionsOf(operator);
    const hasHalfPixelCentres = options.byte(2) === 0 && options.byte(3) === 1;
    if (!hasHalfPixelCentres)
      throw new ConversionError('RESIZE_BILINEAR is known only with half-pixel centres');
    const [, height = 1, width = 1] = this.tensor(operator.inputs[0]).shape;
    const [newHeight = 1, newWidth = 1] = intsOf(this.tensor(operator.inputs[1]));
    const scales = this.builder.constant(floats([4], [1, 1, newHeight / height, newWidth / width]));
    return this.builder.node('Resize', [this.value(operator.inputs[0]), '', scales], {
      mode: 'linear',
      coordinate_transformation_mode: 'half_pixel',
    });
  }

  private activated(activation: number | undefined, value: string): string {
    if (activation === undefined || activation === 0) return value;
    if (activation === 1) return this.builder.relu(value);
    if (activation === 3) return this.builder.relu6(value);
    throw new ConversionError(`fused activation ${activation} is not known`);
  }

  private tensor(index: number | undefined): TfliteTensor {
    const tensor = this.model.tensors[index ?? -1];
    if (tensor === undefined) throw new ConversionError(`tensor ${index ?? 'none'} is not there`);
    return tensor;
  }

  private constant(index: number | undefined): FloatTensor {
    const known = this.dequantised.get(index ?? -1);
    if (known !== undefined) return known;
    const { data, shape, type, name } = this.tensor(index);
    if (data.length === 0) throw new ConversionError(`${name} holds no numbers`);
    if (type === TFLITE_TYPE.float16) return floats(shape, float16ToFloat32(data));
    if (type === TFLITE_TYPE.float32) return floats(shape, new Float32Array(new Uint8Array(data).buffer));
    throw new ConversionError(`${name} has type ${type}`);
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

/** 0 stands for an option left out, which is 1. */
function refuseDilation(...dilations: readonly (number | undefined)[]): void {
  if (dilations.some((dilation = 0) => dilation > 1)) throw new ConversionError('dilation is not known');
}

function intsOf(tensor: TfliteTensor): readonly number[] {
  if (tensor.type !== TFLITE_TYPE.int32) throw new ConversionError(`${tensor.name} has type ${tensor.type}`);
  return Array.from(new Int32Array(new Uint8Array(tensor.data).buffer));
}

function optionsOf(operator: TfliteOperator): FlatTable {
  if (operator.options === undefined) throw new ConversionError(`${operator.name} has no options`);
  return operator.options;
}

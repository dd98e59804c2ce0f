import type * as tensorflow from '@tensorflow/tfjs';
import { float16ToFloat32 } from '../../packages/model-build/src/formats/float16.js';
import { TFLITE_TYPE } from '../../packages/model-build/src/formats/tflite-model.js';
import type {
  TfliteModel,
  TfliteOperator,
  TfliteTensor,
} from '../../packages/model-build/src/formats/tflite-model.js';

type Tensorflow = typeof tensorflow;
type Tensor = tensorflow.Tensor;
type Tensor4D = tensorflow.Tensor4D;

/**
 * Runs a TFLite model operator by operator with TensorFlow.js, in TFLite's own NHWC layout.
 * Sizes follow the input, so that a fully convolutional model may run at another size than it declares.
 */
export function interpretTflite(tf: Tensorflow, model: TfliteModel, input: Tensor4D): Float32Array[] {
  const values = new Map<number, Tensor>([[model.inputs[0] ?? -1, input]]);
  const tensorOf = (index: number): TfliteTensor => {
    const tensor = model.tensors[index];
    if (tensor === undefined) throw new Error(`no tensor ${index}`);
    return tensor;
  };
  const valueOf = (index: number): Tensor => {
    const known = values.get(index);
    if (known !== undefined) return known;
    const { data, shape, type } = tensorOf(index);
    const numbers =
      type === TFLITE_TYPE.float16 ? float16ToFloat32(data) : new Float32Array(new Uint8Array(data).buffer);
    return tf.tensor(numbers, [...shape]);
  };
  for (const operator of model.operators) {
    values.set(operator.outputs[0] ?? -1, run(tf, operator, valueOf, tensorOf));
  }
  return model.outputs.map((output) => valueOf(output).dataSync<'float32'>());
}

function run(
  tf: Tensorflow,
  { name, inputs, outputs, options }: TfliteOperator,
  valueOf: (index: number) => Tensor,
  tensorOf: (index: number) => TfliteTensor,
): Tensor {
  const [a = -1, b = -1, c = -1] = inputs;
  const x = valueOf(a) as Tensor4D;
  const padding = options?.byte(0) === 1 ? 'valid' : 'same';
  const strides: [number, number] = [options?.int(2) ?? 1, options?.int(1) ?? 1];
  const constants = (): Int32Array => new Int32Array(new Uint8Array(tensorOf(b).data).buffer);
  switch (name) {
    case 'DEQUANTIZE':
      return x;
    case 'CONV_2D':
      plain(options?.byte(3));
      return tf.add(
        tf.conv2d(x, tf.transpose<Tensor4D>(valueOf(b) as Tensor4D, [1, 2, 3, 0]), strides, padding),
        valueOf(c),
      );
    case 'DEPTHWISE_CONV_2D':
      plain(options?.byte(4));
      return tf.add(
        tf.depthwiseConv2d(x, tf.transpose<Tensor4D>(valueOf(b) as Tensor4D, [1, 2, 3, 0]), strides, padding),
        valueOf(c),
      );
    case 'PRELU':
      return tf.prelu(x, valueOf(b));
    case 'RELU':
      return tf.relu(x);
    case 'ADD':
      plain(options?.byte(0));
      return tf.add(x, valueOf(b));
    case 'LOGISTIC':
      return tf.sigmoid(x);
    case 'MAX_POOL_2D':
      return tf.maxPool(x, [options?.int(4) ?? 1, options?.int(3) ?? 1], strides, padding);
    case 'PAD': {
      const [n0 = 0, n1 = 0, h0 = 0, h1 = 0, w0 = 0, w1 = 0, c0 = 0, c1 = 0] = constants();
      return tf.pad4d(x, [[n0, n1], [h0, h1], [w0, w1], [c0, c1]]); // prettier-ignore
    }
    case 'RESIZE_BILINEAR': {
      const [, declared = 1] = tensorOf(a).shape;
      const scale = (tensorOf(outputs[0] ?? -1).shape[1] ?? 1) / declared;
      return tf.image.resizeBilinear(x, [x.shape[1] * scale, x.shape[2] * scale], false, true);
    }
    case 'RESHAPE':
      return x;
    default:
      throw new Error(`the interpreter does not know ${name}`);
  }
}

function plain(activation: number | undefined): void {
  if (activation !== undefined && activation !== 0) throw new Error(`unexpected activation ${activation}`);
}

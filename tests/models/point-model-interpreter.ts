import type * as tensorflow from '@tensorflow/tfjs';
import { float16ToFloat32 } from '../../packages/model-build/src/formats/float16.js';
import {
  TFLITE_TYPE,
  type TfliteModel,
  type TfliteOperator,
} from '../../packages/model-build/src/formats/tflite-model.js';

type Tensorflow = typeof tensorflow;
type Tensor = tensorflow.Tensor;
type Tensor4D = tensorflow.Tensor4D;

/** Runs a TFLite model that works on lists of points with TensorFlow.js, operator by operator as TFLite defines them. */
export function interpretPointModel(tf: Tensorflow, model: TfliteModel, input: Tensor): Float32Array {
  const values = new Map<number, Tensor>([[model.inputs[0] ?? -1, input]]);
  const valueOf = (index: number): Tensor => {
    const known = values.get(index);
    if (known !== undefined) return known;
    const { data, shape, type } = tensorOf(model, index);
    const numbers =
      type === TFLITE_TYPE.float16 ? float16ToFloat32(data) : new Float32Array(new Uint8Array(data).buffer);
    return tf.tensor(numbers, [...shape]);
  };
  const intsOf = (index: number): number[] =>
    Array.from(new Int32Array(new Uint8Array(tensorOf(model, index).data).buffer));
  for (const operator of model.operators) {
    const [output = -1] = operator.outputs;
    values.set(output, run(tf, operator, valueOf, intsOf, tensorOf(model, output).shape));
  }
  return valueOf(model.outputs[0] ?? -1).dataSync<'float32'>();
}

function tensorOf(model: TfliteModel, index: number): TfliteModel['tensors'][number] {
  const tensor = model.tensors[index];
  if (tensor === undefined) throw new Error(`no tensor ${index}`);
  return tensor;
}

function run(
  tf: Tensorflow,
  { name, inputs, options }: TfliteOperator,
  valueOf: (index: number) => Tensor,
  intsOf: (index: number) => number[],
  outputShape: readonly number[],
): Tensor {
  const [a = -1, b = -1, c = -1, d = -1] = inputs;
  const x = valueOf(a);
  const keepsDims = options?.byte(0) === 1;
  switch (name) {
    case 'DEQUANTIZE':
      return x;
    case 'ADD':
      return tf.add(x, valueOf(b));
    case 'SUB':
      return tf.sub(x, valueOf(b));
    case 'MUL':
      return tf.mul(x, valueOf(b));
    case 'DIV':
      return tf.div(x, valueOf(b));
    case 'NEG':
      return tf.neg(x);
    case 'SQRT':
      return tf.sqrt(x);
    case 'RSQRT':
      return tf.rsqrt(x);
    case 'LOGISTIC':
      return tf.sigmoid(x);
    case 'SQUARED_DIFFERENCE':
      return tf.squaredDifference(x, valueOf(b));
    case 'MEAN':
      return tf.mean(x, intsOf(b), keepsDims);
    case 'SUM':
      return tf.sum(x, intsOf(b), keepsDims);
    case 'TRANSPOSE':
      return tf.transpose(x, intsOf(b));
    case 'CONCATENATION':
      return tf.concat([x, valueOf(b)], options?.int(0));
    case 'RESHAPE':
      return tf.reshape(x, [...outputShape]);
    case 'STRIDED_SLICE': {
      const masks = [0, 1, 2, 3, 4].map((field) => options?.int(field) ?? 0);
      return tf.stridedSlice(x, intsOf(b), intsOf(c), intsOf(d), ...masks);
    }
    case 'CONV_2D': {
      const filters = tf.transpose<Tensor4D>(valueOf(b) as Tensor4D, [1, 2, 3, 0]);
      const sum = tf.add(tf.conv2d(x as Tensor4D, filters, 1, 'valid'), valueOf(c));
      return options?.byte(3) === 1 ? tf.relu(sum) : sum;
    }
    default:
      throw new Error(`the interpreter does not know ${name}`);
  }
}

import { ConversionError } from '../conversion-error.js';
import type { GraphBuilder } from '../onnx/graph-builder.js';
import { ints } from '../onnx/onnx-graph.js';
import { reshape, transpose } from '../onnx/tensors.js';
import { activated, optionsOf, rejectDilation, TfliteConstants } from './tflite-constants.js';
import type { TfliteModel, TfliteOperator } from './tflite-model.js';

/** What ONNX calls the operators that take one or two values and nothing else. */
const PLAIN: Readonly<Partial<Record<string, string>>> = {
  ADD: 'Add',
  DIV: 'Div',
  LOGISTIC: 'Sigmoid',
  MUL: 'Mul',
  NEG: 'Neg',
  SQRT: 'Sqrt',
  SUB: 'Sub',
};

/**
 * Writes a TFLite model that works on lists of points rather than on images into `builder`: axes stay as TFLite has them,
 * and a convolution with a window of one is a product of matrices. Gives the value of the model's first output.
 */
export function convertPointModel(model: TfliteModel, builder: GraphBuilder, input: string): string {
  const values = new Map<number, string>([[model.inputs[0] ?? -1, input]]);
  const constants = new TfliteConstants(model);
  const value = (tensor: number | undefined): string => {
    const known = values.get(tensor ?? -1);
    if (known !== undefined) return known;
    if (!constants.has(tensor)) throw new ConversionError(`tensor ${tensor ?? 'none'} is not computed`);
    const constant = builder.constant(constants.floats(tensor));
    values.set(tensor ?? -1, constant);
    return constant;
  };
  for (const operator of model.operators) {
    if (operator.name === 'DEQUANTIZE') constants.dequantise(operator);
    else values.set(operator.outputs[0] ?? -1, convert(operator, { builder, constants, value }));
  }
  return value(model.outputs[0]);
}

interface Context {
  readonly builder: GraphBuilder;
  readonly constants: TfliteConstants;
  readonly value: (tensor: number | undefined) => string;
}

function convert(operator: TfliteOperator, context: Context): string {
  const { builder, constants, value } = context;
  const { name, options } = operator;
  const [a, b] = operator.inputs;
  const plain = PLAIN[name];
  if (plain !== undefined) {
    return activated(builder, options?.byte(0), builder.node(plain, operator.inputs.map(value)));
  }
  switch (name) {
    case 'SQUARED_DIFFERENCE': {
      const difference = builder.node('Sub', [value(a), value(b)]);
      return builder.node('Mul', [difference, difference]);
    }
    case 'RSQRT':
      return builder.node('Reciprocal', [builder.node('Sqrt', [value(a)])]);
    case 'MEAN':
      return builder.node('ReduceMean', [value(a)], {
        axes: constants.ints(b),
        keepdims: keepsDims(operator),
      });
    case 'SUM':
      // From opset 13 on the axes of a sum are an input, those of a mean still an attribute.
      return builder.node('ReduceSum', [value(a), builder.constant(ints(constants.ints(b)))], {
        keepdims: keepsDims(operator),
      });
    case 'CONCATENATION':
      return activated(
        builder,
        options?.byte(1),
        builder.node('Concat', operator.inputs.map(value), { axis: optionsOf(operator).int(0) }),
      );
    case 'TRANSPOSE':
      return builder.node('Transpose', [value(a)], { perm: constants.ints(b) });
    case 'RESHAPE':
      return builder.reshape(value(a), shapeOf(operator, context));
    case 'STRIDED_SLICE':
      return slice(operator, context);
    case 'CONV_2D':
      return product(operator, context);
    default:
      throw new ConversionError(`${name} is not known`);
  }
}

const keepsDims = (operator: TfliteOperator): number => optionsOf(operator).byte(0);

const shapeOf = ({ outputs }: TfliteOperator, { constants }: Context): readonly number[] =>
  constants.tensor(outputs[0]).shape;

/** The masks name the axes that are taken from their first or to their last element, whatever the numbers say. */
function slice(operator: TfliteOperator, context: Context): string {
  const { builder, constants, value } = context;
  const options = optionsOf(operator);
  const [source, begins, ends, steps] = operator.inputs;
  const [fromFirst, toLast, ellipsis, newAxis] = [0, 1, 2, 3].map((field) => options.int(field));
  if (ellipsis !== 0 || newAxis !== 0)
    throw new ConversionError('STRIDED_SLICE is known only without new axes');
  const { shape } = constants.tensor(source);
  const isMasked = (mask = 0, axis = 0): boolean => (mask & (1 << axis)) !== 0;
  const starts = constants.ints(begins).map((begin, axis) => (isMasked(fromFirst, axis) ? 0 : begin));
  const stops = constants.ints(ends).map((end, axis) => (isMasked(toLast, axis) ? (shape[axis] ?? 0) : end));
  const part = builder.node('Slice', [
    value(source),
    ...[starts, stops, starts.map((_, axis) => axis), constants.ints(steps)].map((list) =>
      builder.constant(ints(list)),
    ),
  ]);
  // Axes that the slice drops are of length one by now.
  return builder.reshape(part, shapeOf(operator, context));
}

/** A convolution with a window of one pixel multiplies each row of the list by the same matrix. */
function product(operator: TfliteOperator, { builder, constants, value }: Context): string {
  const options = optionsOf(operator);
  rejectDilation(options.int(4), options.int(5));
  const [source, weights, bias] = operator.inputs;
  const filters = constants.floats(weights);
  const [outputs = 1, height = 1, width = 1, channels = 1] = filters.dims;
  if (height !== 1 || width !== 1 || options.int(1) !== 1 || options.int(2) !== 1)
    throw new ConversionError('CONV_2D is known here only with a window and a stride of one');
  const matrix = transpose(reshape(filters, [outputs, channels]), [1, 0]);
  const rows = builder.node('MatMul', [value(source), builder.constant(matrix)]);
  return activated(builder, options.byte(3), builder.node('Add', [rows, value(bias)]));
}

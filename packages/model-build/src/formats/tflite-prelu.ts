import { ConversionError } from '../conversion-error.js';
import { TFLITE_TYPE, type TfliteModel, type TfliteOperator, type TfliteTensor } from './tflite-model.js';
import { TfliteConstants } from './tflite-constants.js';

/**
 * Some converters write a PReLU as three operators: GREATER than zero, MUL by the slopes, and SELECT between the two, with
 * the slopes repeated for every pixel. Returns the model with a PRELU in place of each.
 */
export function restorePrelu(model: TfliteModel): TfliteModel {
  const constants = new TfliteConstants(model);
  const tensors = [...model.tensors];
  const operators: TfliteOperator[] = [];
  const { length } = model.operators;
  for (let n = 0; n < length; n++) {
    const [greater, mul, select] = model.operators.slice(n, n + 3);
    if (greater?.name !== 'GREATER') {
      operators.push(...model.operators.slice(n, n + 1));
      continue;
    }
    if (mul === undefined || select === undefined || !isPrelu(greater, mul, select, constants))
      throw new ConversionError('GREATER is known only as the beginning of a PReLU');
    tensors.push(slopesOf(constants, mul.inputs[1]));
    const [input = -1] = greater.inputs;
    operators.push({
      name: 'PRELU',
      inputs: [input, tensors.length - 1],
      outputs: select.outputs,
      options: undefined,
    });
    n += 2;
  }
  return { ...model, tensors, operators };
}

function isPrelu(
  greater: TfliteOperator,
  mul: TfliteOperator,
  select: TfliteOperator,
  constants: TfliteConstants,
): boolean {
  const [input, zeros] = greater.inputs;
  const [condition, positive, negative] = select.inputs;
  return (
    mul.name === 'MUL' &&
    select.name === 'SELECT' &&
    mul.inputs[0] === input &&
    condition === greater.outputs[0] &&
    positive === input &&
    negative === mul.outputs[0] &&
    constants.floats(zeros).data.every((value) => value === 0)
  );
}

/** One slope for each channel; the copies for all pixels must be equal. */
function slopesOf(constants: TfliteConstants, index: number | undefined): TfliteTensor {
  const { data, dims } = constants.floats(index);
  const channels = dims.at(-1) ?? 0;
  const slopes = Float32Array.from(data.slice(0, channels));
  if (!data.every((value, n) => value === slopes[n % channels]))
    throw new ConversionError('the slopes of a PReLU differ between pixels');
  return {
    name: 'slopes',
    shape: [1, 1, channels],
    type: TFLITE_TYPE.float32,
    data: new Uint8Array(slopes.buffer),
  };
}

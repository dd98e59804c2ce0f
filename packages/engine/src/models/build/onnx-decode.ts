import { EngineError } from '../../errors.js';
import type { Attribute, Graph, GraphNode, GraphPort, Tensor } from './onnx-graph.js';
import { fieldsOf, numbersOf, textOf } from './protobuf-reader.js';

/** Field numbers throughout this file are those of onnx.proto (https://github.com/onnx/onnx). */
const FLOAT = 1;
const INT64 = 7;

export function decodeOnnx(file: Uint8Array): Graph {
  for (const field of fieldsOf(file)) if (field.field === 7) return decodeGraph(field.bytes);
  throw malformed('the file holds no graph');
}

function decodeGraph(bytes: Uint8Array): Graph {
  const nodes: GraphNode[] = [];
  const inputs: GraphPort[] = [];
  const outputs: GraphPort[] = [];
  const constants = new Map<string, Tensor>();
  for (const field of fieldsOf(bytes)) {
    if (field.field === 1) nodes.push(decodeNode(field.bytes));
    else if (field.field === 5) constants.set(...decodeTensor(field.bytes));
    else if (field.field === 11) inputs.push(decodePort(field.bytes));
    else if (field.field === 12) outputs.push(decodePort(field.bytes));
  }
  // Old files list their constants among the inputs as well.
  return { inputs: inputs.filter((port) => !constants.has(port.name)), outputs, nodes, constants };
}

function decodeNode(bytes: Uint8Array): GraphNode {
  const inputs: string[] = [];
  const outputs: string[] = [];
  const attributes: [string, Attribute][] = [];
  let op = '';
  for (const field of fieldsOf(bytes)) {
    if (field.field === 1) inputs.push(textOf(field));
    else if (field.field === 2) outputs.push(textOf(field));
    else if (field.field === 4) op = textOf(field);
    else if (field.field === 5) attributes.push(decodeAttribute(field.bytes));
  }
  return { op, inputs, outputs, attributes: Object.fromEntries(attributes) };
}

function decodeAttribute(bytes: Uint8Array): [string, Attribute] {
  let name = '';
  let value: Attribute | undefined;
  const floats: number[] = [];
  const ints: number[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.field === 1) name = textOf(field);
    else if (field.field === 2) value = { type: 'float', value: field.number };
    else if (field.field === 3) value = { type: 'int', value: field.number };
    else if (field.field === 4) value = { type: 'string', value: textOf(field) };
    else if (field.field === 5) value = { type: 'tensor', value: decodeTensor(field.bytes)[1] };
    else if (field.field === 7) floats.push(field.number);
    else if (field.field === 8) ints.push(...numbersOf(field));
  }
  if (floats.length > 0) value = { type: 'floats', value: floats };
  return [name, value ?? { type: 'ints', value: ints }];
}

function decodeTensor(bytes: Uint8Array): [string, Tensor] {
  const dims: number[] = [];
  let name = '';
  let dataType = 0;
  let data: Uint8Array = new Uint8Array(0);
  const int64s: number[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.field === 1) dims.push(...numbersOf(field));
    else if (field.field === 2) dataType = field.number;
    else if (field.field === 7) int64s.push(...numbersOf(field));
    else if (field.field === 8) name = textOf(field);
    // Packed float_data has the same bytes as raw_data.
    else if (field.field === 4 || field.field === 9) data = field.bytes;
  }
  // A copy, so that the numbers start at an aligned address.
  const buffer = new Uint8Array(data).buffer;
  if (dataType === FLOAT) return [name, { type: 'float', dims, data: new Float32Array(buffer) }];
  if (dataType !== INT64) throw malformed(`tensor ${name} has data type ${dataType}`);
  const values = int64s.length > 0 ? int64s : Array.from(new BigInt64Array(buffer), Number);
  return [name, { type: 'int64', dims, data: values }];
}

function decodePort(bytes: Uint8Array): GraphPort {
  let name = '';
  const dims: (number | string)[] = [];
  for (const port of fieldsOf(bytes)) {
    if (port.field === 1) name = textOf(port);
    if (port.field !== 2) continue;
    for (const type of fieldsOf(port.bytes)) {
      for (const part of fieldsOf(type.bytes)) if (part.field === 2) dims.push(...decodeShape(part.bytes));
    }
  }
  return { name, dims };
}

function decodeShape(bytes: Uint8Array): (number | string)[] {
  const dims: (number | string)[] = [];
  for (const dim of fieldsOf(bytes)) {
    for (const field of fieldsOf(dim.bytes)) dims.push(field.field === 1 ? field.number : textOf(field));
  }
  return dims;
}

function malformed(what: string): EngineError {
  return new EngineError('model-build-failed', { what: `ONNX: ${what}` });
}

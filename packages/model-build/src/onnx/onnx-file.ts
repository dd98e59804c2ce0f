import { ConversionError } from '../conversion-error.js';
import { float16ToFloat32 } from '../formats/float16.js';
import {
  MICROSOFT,
  type Attribute,
  type Graph,
  type GraphNode,
  type GraphPort,
  type Tensor,
} from './onnx-graph.js';
import { bytesOf, fieldsOf, integersOf, numberOf, ProtobufWriter, textOf } from './protobuf.js';

/** Field numbers throughout this file are those of onnx.proto (https://github.com/onnx/onnx). */
const IR_VERSION = 8;
const OPSET_VERSION = 17;
const MICROSOFT_OPSET_VERSION = 1;
/** Data types. */
const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
const INT64 = 7;
const FLOAT16 = 10;
const DATA_TYPE = { float: FLOAT, uint8: UINT8, int8: INT8, int64: INT64, float16: FLOAT16 } as const;
const ATTRIBUTE_TYPE = { float: 1, int: 2, string: 3, floats: 6, ints: 7 } as const;

/** The bytes of an ONNX file; equal graphs give equal bytes. */
export function encodeOnnx(graph: Graph): Uint8Array {
  const writer = new ProtobufWriter()
    .integer(1, IR_VERSION)
    .text(2, 'facet')
    .message(7, encodeGraph(graph))
    .message(8, encodeOpset('', OPSET_VERSION));
  if (graph.nodes.some(({ domain }) => domain === MICROSOFT))
    writer.message(8, encodeOpset(MICROSOFT, MICROSOFT_OPSET_VERSION));
  return writer.finish();
}

const encodeOpset = (domain: string, version: number): ProtobufWriter =>
  new ProtobufWriter().text(1, domain).integer(2, version);

function encodeGraph(graph: Graph): ProtobufWriter {
  const writer = new ProtobufWriter();
  for (const node of graph.nodes) writer.message(1, encodeNode(node));
  writer.text(2, 'facet');
  for (const [name, tensor] of graph.constants) writer.message(5, encodeTensor(tensor).text(8, name));
  for (const port of graph.inputs) writer.message(11, encodePort(port));
  for (const port of graph.outputs) writer.message(12, encodePort(port));
  return writer;
}

function encodeNode(node: GraphNode): ProtobufWriter {
  const writer = new ProtobufWriter();
  for (const input of node.inputs) writer.text(1, input);
  for (const output of node.outputs) writer.text(2, output);
  writer.text(3, node.outputs[0] ?? '').text(4, node.op);
  for (const [name, attribute] of Object.entries(node.attributes)) {
    writer.message(5, encodeAttribute(name, attribute));
  }
  if (node.domain !== undefined) writer.text(7, node.domain);
  return writer;
}

function encodeAttribute(name: string, attribute: Attribute): ProtobufWriter {
  const writer = new ProtobufWriter().text(1, name);
  switch (attribute.type) {
    case 'float':
      writer.float(2, attribute.value);
      break;
    case 'int':
      writer.integer(3, attribute.value);
      break;
    case 'string':
      writer.text(4, attribute.value);
      break;
    case 'floats':
      for (const value of attribute.value) writer.float(7, value);
      break;
    case 'ints':
      for (const value of attribute.value) writer.integer(8, value);
      break;
  }
  return writer.integer(20, ATTRIBUTE_TYPE[attribute.type]);
}

function encodeTensor(tensor: Tensor): ProtobufWriter {
  const writer = new ProtobufWriter();
  for (const dim of tensor.dims) writer.integer(1, dim);
  const data = tensor.type === 'int64' ? BigInt64Array.from(tensor.data, BigInt) : tensor.data;
  return writer.integer(2, DATA_TYPE[tensor.type]).bytes(9, littleEndian(data));
}

function encodePort(port: GraphPort): ProtobufWriter {
  const shape = new ProtobufWriter();
  for (const dim of port.dims) {
    const writer = new ProtobufWriter();
    shape.message(1, typeof dim === 'number' ? writer.integer(1, dim) : writer.text(2, dim));
  }
  const tensorType = new ProtobufWriter().integer(1, FLOAT).message(2, shape);
  return new ProtobufWriter().text(1, port.name).message(2, new ProtobufWriter().message(1, tensorType));
}

/** ONNX stores numbers little-endian, as every machine that runs ONNX Runtime does. */
function littleEndian(data: Float32Array | BigInt64Array | Uint16Array | Int8Array | Uint8Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

export function decodeOnnx(file: Uint8Array): Graph {
  // To the end of the file, so that one that was cut off is not taken for whole.
  const graph = [...fieldsOf(file)].find((field) => field.field === 7);
  if (graph === undefined) throw new ConversionError('the ONNX file holds no graph');
  return decodeGraph(bytesOf(graph));
}

function decodeGraph(bytes: Uint8Array): Graph {
  const nodes: GraphNode[] = [];
  const inputs: GraphPort[] = [];
  const outputs: GraphPort[] = [];
  const constants = new Map<string, Tensor>();
  for (const field of fieldsOf(bytes)) {
    if (field.field === 1) {
      const node = decodeNode(bytesOf(field));
      const value = node.op === 'Constant' ? constantOf(bytesOf(field)) : undefined;
      const [name] = node.outputs;
      if (value === undefined || name === undefined) nodes.push(node);
      else constants.set(name, value);
    } else if (field.field === 5) constants.set(...decodeTensor(bytesOf(field)));
    else if (field.field === 11) inputs.push(decodePort(bytesOf(field)));
    else if (field.field === 12) outputs.push(decodePort(bytesOf(field)));
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
    else if (field.field === 5) attributes.push(decodeAttribute(bytesOf(field)));
  }
  return { op, inputs, outputs, attributes: Object.fromEntries(attributes) };
}

/** The tensor of a Constant node, which holds it as an attribute. */
function constantOf(node: Uint8Array): Tensor | undefined {
  for (const attribute of fieldsOf(node)) {
    if (attribute.field !== 5) continue;
    for (const part of fieldsOf(bytesOf(attribute)))
      if (part.field === 5) return decodeTensor(bytesOf(part))[1];
  }
  return undefined;
}

function decodeAttribute(bytes: Uint8Array): [string, Attribute] {
  let name = '';
  let single: Attribute | undefined;
  const floats: number[] = [];
  const ints: number[] = [];
  for (const field of fieldsOf(bytes)) {
    if (field.field === 1) name = textOf(field);
    else if (field.field === 2) single = { type: 'float', value: numberOf(field) };
    else if (field.field === 3) single = { type: 'int', value: numberOf(field) };
    else if (field.field === 4) single = { type: 'string', value: textOf(field) };
    else if (field.field === 7) floats.push(numberOf(field));
    else if (field.field === 8) ints.push(...integersOf(field));
  }
  if (floats.length > 0) return [name, { type: 'floats', value: floats }];
  return [name, single ?? { type: 'ints', value: ints }];
}

function decodeTensor(bytes: Uint8Array): [string, Tensor] {
  const dims: number[] = [];
  let name = '';
  let dataType = 0;
  let data = new Uint8Array(0);
  for (const field of fieldsOf(bytes)) {
    if (field.field === 1) dims.push(...integersOf(field));
    else if (field.field === 2) dataType = numberOf(field);
    else if (field.field === 8) name = textOf(field);
    // Packed float_data has the same bytes as raw_data. A copy, so that the numbers start at an aligned address.
    else if (field.field === 4 || field.field === 9) data = new Uint8Array(bytesOf(field));
  }
  const count = dims.reduce((product, dim) => product * dim, 1);
  if (dataType === FLOAT && data.length === 4 * count) {
    return [name, { type: 'float', dims, data: new Float32Array(data.buffer) }];
  }
  if (dataType === FLOAT16 && data.length === 2 * count) {
    return [name, { type: 'float', dims, data: float16ToFloat32(data) }];
  }
  if (dataType === INT64 && data.length === 8 * count) {
    return [name, { type: 'int64', dims, data: Array.from(new BigInt64Array(data.buffer), Number) }];
  }
  throw new ConversionError(`the ONNX tensor ${name} is stored in an unknown way`);
}

function decodePort(bytes: Uint8Array): GraphPort {
  let name = '';
  const dims: (number | string)[] = [];
  for (const port of fieldsOf(bytes)) {
    if (port.field === 1) name = textOf(port);
    if (port.field !== 2) continue;
    for (const type of fieldsOf(bytesOf(port))) {
      for (const part of fieldsOf(bytesOf(type))) {
        if (part.field === 2) dims.push(...decodeShape(bytesOf(part)));
      }
    }
  }
  return { name, dims };
}

function decodeShape(bytes: Uint8Array): (number | string)[] {
  const dims: (number | string)[] = [];
  for (const dim of fieldsOf(bytes)) {
    for (const part of fieldsOf(bytesOf(dim))) dims.push(part.field === 1 ? numberOf(part) : textOf(part));
  }
  return dims;
}

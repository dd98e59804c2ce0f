import type { Attribute, Graph, GraphNode, GraphPort, Tensor } from './onnx-graph.js';
import { ProtobufWriter } from './protobuf-writer.js';

/** Field numbers throughout this file are those of onnx.proto (https://github.com/onnx/onnx). */
const IR_VERSION = 8;
const OPSET_VERSION = 17;
const FLOAT = 1;
const INT64 = 7;
const ATTRIBUTE_TYPE = { float: 1, int: 2, string: 3, floats: 6, ints: 7 } as const;

/** The bytes of an ONNX file; equal graphs give equal bytes. */
export function encodeOnnx(graph: Graph): Uint8Array {
  const opset = new ProtobufWriter().text(1, '').integer(2, OPSET_VERSION);
  return new ProtobufWriter()
    .integer(1, IR_VERSION)
    .text(2, 'facet')
    .message(7, encodeGraph(graph))
    .message(8, opset)
    .finish();
}

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
  return tensor.type === 'float'
    ? writer.integer(2, FLOAT).bytes(9, bytesOf(tensor.data))
    : writer.integer(2, INT64).bytes(9, bytesOf(BigInt64Array.from(tensor.data, BigInt)));
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
function bytesOf(data: Float32Array | BigInt64Array): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

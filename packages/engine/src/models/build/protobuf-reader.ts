import { EngineError } from '../../errors.js';

/** One field of a protobuf message: `number` for the varint and fixed kinds, `bytes` for the length-prefixed kind. */
export interface ProtobufField {
  readonly field: number;
  readonly number: number;
  readonly bytes: Uint8Array;
}

const utf8 = new TextDecoder();
const NO_BYTES = new Uint8Array(0);

export function textOf(field: ProtobufField): string {
  return utf8.decode(field.bytes);
}

/** A repeated number arrives either packed into one bytes field or as one field each. */
export function numbersOf(field: ProtobufField): readonly number[] {
  if (field.bytes.length === 0) return [field.number];
  const numbers: number[] = [];
  for (let at = 0; at < field.bytes.length;) {
    const [value, next] = readVarint(field.bytes, at);
    numbers.push(value);
    at = next;
  }
  return numbers;
}

/** Walks over the fields of a message in the order of the file. */
export function* fieldsOf(message: Uint8Array): Generator<ProtobufField> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  for (let at = 0; at < message.length;) {
    const [tag, start] = readVarint(message, at);
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) {
      const [number, next] = readVarint(message, start);
      yield { field, number, bytes: NO_BYTES };
      at = next;
    } else if (wire === 2) {
      const [length, body] = readVarint(message, start);
      at = body + length;
      if (at > message.length) throw malformed('a field runs past the end');
      yield { field, number: 0, bytes: message.subarray(body, at) };
    } else if (wire === 5) {
      if (start + 4 > message.length) throw malformed('a field runs past the end');
      yield { field, number: view.getFloat32(start, true), bytes: NO_BYTES };
      at = start + 4;
    } else {
      throw malformed(`wire type ${wire} is not expected`);
    }
  }
}

function readVarint(bytes: Uint8Array, start: number): [value: number, next: number] {
  let value = 0n;
  for (let at = start, shift = 0n; shift < 70n; at += 1, shift += 7n) {
    const byte = bytes[at];
    if (byte === undefined) throw malformed('a number runs past the end');
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return [Number(BigInt.asIntN(64, value)), at + 1];
  }
  throw malformed('a number is too long');
}

function malformed(what: string): EngineError {
  return new EngineError('model-build-failed', { what: `protobuf: ${what}` });
}

import { ConversionError } from '../conversion-error.js';

/** One field of a protobuf message: a number, or a run of bytes (text, packed numbers or a message). */
export interface ProtobufField {
  readonly field: number;
  readonly value: number | Uint8Array;
}

const utf8 = new TextDecoder();

/** Walks over the fields of a message in the order of the file. */
export function* fieldsOf(message: Uint8Array): Generator<ProtobufField> {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  for (let at = 0; at < message.length;) {
    const [tag, start] = readVarint(message, at);
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) {
      const [value, next] = readVarint(message, start);
      yield { field, value };
      at = next;
    } else if (wire === 2) {
      const [length, body] = readVarint(message, start);
      at = body + length;
      if (at > message.length) throw new ConversionError('a protobuf field runs past the end');
      yield { field, value: message.subarray(body, at) };
    } else if (wire === 5) {
      yield { field, value: view.getFloat32(start, true) };
      at = start + 4;
    } else {
      throw new ConversionError(`protobuf wire type ${wire} is not expected`);
    }
  }
}

export function numberOf({ value, field }: ProtobufField): number {
  if (typeof value !== 'number') throw new ConversionError(`protobuf field ${field} should be a number`);
  return value;
}

export function bytesOf({ value, field }: ProtobufField): Uint8Array {
  if (typeof value === 'number') throw new ConversionError(`protobuf field ${field} should not be a number`);
  return value;
}

export function textOf(field: ProtobufField): string {
  return utf8.decode(bytesOf(field));
}

/** A repeated integer arrives either packed into one field or as one field each. */
export function integersOf({ value }: ProtobufField): readonly number[] {
  if (typeof value === 'number') return [value];
  const numbers: number[] = [];
  for (let at = 0; at < value.length;) {
    const [number, next] = readVarint(value, at);
    numbers.push(number);
    at = next;
  }
  return numbers;
}

function readVarint(bytes: Uint8Array, start: number): [value: number, next: number] {
  let value = 0n;
  for (let at = start, shift = 0n; shift < 70n; at += 1, shift += 7n) {
    const byte = bytes[at];
    if (byte === undefined) throw new ConversionError('a protobuf number runs past the end');
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return [Number(BigInt.asIntN(64, value)), at + 1];
  }
  throw new ConversionError('a protobuf number is too long');
}

import { ConversionError } from '../conversion-error.js';

/** One field of a protobuf message: a number, or a run of bytes (text, packed numbers or a message). */
interface ProtobufField {
  readonly field: number;
  readonly value: number | Uint8Array;
}

const decoder = new TextDecoder();

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
  return decoder.decode(bytesOf(field));
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

const encoder = new TextEncoder();
const VARINT = 0;
const BYTES = 2;
const FIXED32 = 5;

/** Writes one protobuf message; big byte fields are kept by reference and joined once at the end. */
export class ProtobufWriter {
  private readonly chunks: Uint8Array[] = [];
  private length = 0;

  integer(field: number, value: number): this {
    return this.varint(field * 8 + VARINT).varint(value);
  }

  float(field: number, value: number): this {
    return this.varint(field * 8 + FIXED32).push(new Uint8Array(Float32Array.of(value).buffer));
  }

  text(field: number, value: string): this {
    return this.bytes(field, encoder.encode(value));
  }

  bytes(field: number, value: Uint8Array): this {
    return this.varint(field * 8 + BYTES)
      .varint(value.length)
      .push(value);
  }

  message(field: number, value: ProtobufWriter): this {
    this.varint(field * 8 + BYTES).varint(value.length);
    for (const chunk of value.chunks) this.push(chunk);
    return this;
  }

  finish(): Uint8Array {
    const result = new Uint8Array(this.length);
    let at = 0;
    for (const chunk of this.chunks) {
      result.set(chunk, at);
      at += chunk.length;
    }
    return result;
  }

  /** Negative numbers take ten bytes, as two's complement of 64 bits. */
  private varint(value: number): this {
    const bytes: number[] = [];
    let rest = BigInt.asUintN(64, BigInt(value));
    while (rest > 0x7fn) {
      bytes.push(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    bytes.push(Number(rest));
    return this.push(Uint8Array.from(bytes));
  }

  private push(chunk: Uint8Array): this {
    this.chunks.push(chunk);
    this.length += chunk.length;
    return this;
  }
}

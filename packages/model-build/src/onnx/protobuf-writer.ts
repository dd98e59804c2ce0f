const utf8 = new TextEncoder();
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
    return this.bytes(field, utf8.encode(value));
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

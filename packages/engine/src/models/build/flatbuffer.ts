import { EngineError } from '../../errors.js';

const utf8 = new TextDecoder();

/** Reads one table of a flatbuffer: fields are found through the table's vtable, absent ones have a default. */
export class FlatTable {
  private constructor(
    private readonly view: DataView,
    private readonly at: number,
  ) {}

  static root(file: Uint8Array): FlatTable {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    return guarded(() => new FlatTable(view, view.getUint32(0, true)));
  }

  byte(field: number, otherwise = 0): number {
    return this.read(field, otherwise, (at) => this.view.getUint8(at));
  }

  int(field: number, otherwise = 0): number {
    return this.read(field, otherwise, (at) => this.view.getInt32(at, true));
  }

  text(field: number): string {
    return utf8.decode(this.bytes(field));
  }

  /** A vector of bytes, as a view on the file. */
  bytes(field: number): Uint8Array {
    const { start, length } = this.vector(field);
    return guarded(() => new Uint8Array(this.view.buffer, this.view.byteOffset + start, length));
  }

  ints(field: number): readonly number[] {
    const { start, length } = this.vector(field);
    return guarded(() => Array.from({ length }, (_, i) => this.view.getInt32(start + 4 * i, true)));
  }

  table(field: number): FlatTable | undefined {
    return this.read(field, undefined, (at) => this.tableAt(at));
  }

  tables(field: number): readonly FlatTable[] {
    const { start, length } = this.vector(field);
    return guarded(() => Array.from({ length }, (_, i) => this.tableAt(start + 4 * i)));
  }

  private tableAt(at: number): FlatTable {
    return new FlatTable(this.view, at + this.view.getUint32(at, true));
  }

  private vector(field: number): { start: number; length: number } {
    return this.read(field, { start: 0, length: 0 }, (at) => {
      const vector = at + this.view.getUint32(at, true);
      return { start: vector + 4, length: this.view.getUint32(vector, true) };
    });
  }

  private read<T>(field: number, otherwise: T, reader: (at: number) => T): T {
    return guarded(() => {
      const vtable = this.at - this.view.getInt32(this.at, true);
      const entry = 4 + 2 * field;
      if (entry >= this.view.getUint16(vtable, true)) return otherwise;
      const offset = this.view.getUint16(vtable + entry, true);
      return offset === 0 ? otherwise : reader(this.at + offset);
    });
  }
}

/** An offset outside the file means that the file is not what it claims to be. */
function guarded<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new EngineError('model-build-failed', { what: 'flatbuffer: offset outside the file' }, { cause });
  }
}

const utf8 = new TextDecoder();

/**
 * Reads one table of a flatbuffer: fields are found through the table's vtable, absent ones have a default.
 * An offset outside the file is a RangeError of DataView.
 */
export class FlatTable {
  private constructor(
    private readonly view: DataView,
    private readonly at: number,
  ) {}

  static root(file: Uint8Array): FlatTable {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    return new FlatTable(view, view.getUint32(0, true));
  }

  byte(field: number): number {
    const at = this.place(field);
    return at === undefined ? 0 : this.view.getUint8(at);
  }

  int(field: number): number {
    const at = this.place(field);
    return at === undefined ? 0 : this.view.getInt32(at, true);
  }

  text(field: number): string {
    return utf8.decode(this.bytes(field));
  }

  /** A vector of bytes, as a view on the file. */
  bytes(field: number): Uint8Array {
    const { start, length } = this.vector(field);
    return new Uint8Array(this.view.buffer, this.view.byteOffset + start, length);
  }

  ints(field: number): readonly number[] {
    const { start, length } = this.vector(field);
    return Array.from({ length }, (_, i) => this.view.getInt32(start + 4 * i, true));
  }

  table(field: number): FlatTable | undefined {
    const at = this.place(field);
    return at === undefined ? undefined : this.tableAt(at);
  }

  tables(field: number): readonly FlatTable[] {
    const { start, length } = this.vector(field);
    return Array.from({ length }, (_, i) => this.tableAt(start + 4 * i));
  }

  private tableAt(at: number): FlatTable {
    return new FlatTable(this.view, at + this.view.getUint32(at, true));
  }

  private vector(field: number): { start: number; length: number } {
    const at = this.place(field);
    if (at === undefined) return { start: 0, length: 0 };
    const vector = at + this.view.getUint32(at, true);
    const [start, length] = [vector + 4, this.view.getUint32(vector, true)];
    // Every element takes a byte or more. Seen before anything of that length is made.
    if (start + length > this.view.byteLength) throw new RangeError('a flatbuffer vector runs past the end');
    return { start, length };
  }

  /** Where a field lies in the file; nothing if the table leaves it out. */
  private place(field: number): number | undefined {
    const vtable = this.at - this.view.getInt32(this.at, true);
    const entry = 4 + 2 * field;
    if (entry >= this.view.getUint16(vtable, true)) return undefined;
    const offset = this.view.getUint16(vtable + entry, true);
    return offset === 0 ? undefined : this.at + offset;
  }
}

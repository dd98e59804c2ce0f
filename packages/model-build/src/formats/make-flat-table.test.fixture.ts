import { FlatTable } from './flatbuffer.js';

/** A flatbuffer table of four-byte fields; a field that is not given is left out, as TFLite does with defaults. */
export function makeFlatTable(fields: Readonly<Record<number, number>>): FlatTable {
  const entries = Object.entries(fields).map(([field, value]) => [Number(field), value] as const);
  const fieldCount = Math.max(-1, ...entries.map(([field]) => field)) + 1;
  const vtableStart = 4;
  const vtableSize = 4 + 2 * fieldCount;
  const tableStart = Math.ceil((vtableStart + vtableSize) / 4) * 4;
  const view = new DataView(new ArrayBuffer(tableStart + 4 + 4 * entries.length));
  view.setUint32(0, tableStart, true);
  view.setUint16(vtableStart, vtableSize, true);
  view.setUint16(vtableStart + 2, 4 + 4 * entries.length, true);
  view.setInt32(tableStart, tableStart - vtableStart, true);
  entries.forEach(([field, value], i) => {
    view.setUint16(vtableStart + 4 + 2 * field, 4 + 4 * i, true);
    view.setInt32(tableStart + 4 + 4 * i, value, true);
  });
  return FlatTable.root(new Uint8Array(view.buffer));
}

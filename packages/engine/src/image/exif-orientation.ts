const ORIENTATION = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/**
 * The orientation in a block of EXIF data, or undefined where it has none. Nothing else of EXIF data is ever read, so
 * its nested and linked parts need no parser.
 */
export function exifOrientation(exif: Uint8Array): number | undefined {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.length);
  if (view.byteLength < 8) return undefined;
  const byteOrder = view.getUint16(0);
  const littleEndian = byteOrder === 0x4949;
  if (!littleEndian && byteOrder !== 0x4d4d) return undefined;
  const directory = view.getUint32(4, littleEndian);
  if (directory + 2 > view.byteLength) return undefined;
  const first = directory + 2;
  const fitting = Math.floor((view.byteLength - first) / ENTRY_BYTES);
  const entries = Math.min(view.getUint16(directory, littleEndian), fitting);
  for (let n = 0; n < entries; n++) {
    const at = first + n * ENTRY_BYTES;
    if (view.getUint16(at, littleEndian) !== ORIENTATION) continue;
    return view.getUint16(at + 2, littleEndian) === SHORT ? view.getUint16(at + 8, littleEndian) : undefined;
  }
  return undefined;
}

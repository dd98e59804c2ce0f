import type { Size } from '../faces/box.js';
import { isSentAsItIs, refusalOfFile, refusalOfUnreadable } from './check-file.js';
import { filePhoto, type FilePhoto } from './photo.js';

/** The service looks at 1024 pixels on the longer side; this leaves room to zoom. */
const LONGEST_SIDE = 2048;
const JPEG_QUALITY = 0.92;
/** What a browser unpacks is many times larger. */
const MAX_CONVERTED_BYTES = 128 * 1024 * 1024;

export type PreparedFile = { readonly photo: FilePhoto } | { readonly refusal: string };

/** A photo that the service takes: the file as it is, or converted or reduced by the browser. */
export async function prepareFile(file: File, maxBytes: number): Promise<PreparedFile> {
  const refusal = refusalOfFile(file);
  if (refusal !== null) return { refusal };
  const id = `${file.name} ${file.size} ${file.lastModified}`;
  if (isSentAsItIs(file, maxBytes)) return { photo: filePhoto(file, nameOf(file), id) };
  const drawn = file.size > MAX_CONVERTED_BYTES ? null : await redraw(file);
  if (drawn === null || drawn.bytes.size > maxBytes) return { refusal: refusalOfUnreadable(file, maxBytes) };
  const { bytes, size, reduced } = drawn;
  const note = `${reduced ? `Reduced to ${size.width} × ${size.height}` : 'Converted to JPEG'} by your browser`;
  return { photo: { ...filePhoto(bytes, `${stemOf(nameOf(file))}.jpg`, id), note } };
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** What comes out of a clipboard may have no name. */
const nameOf = (file: File): string =>
  file.name === '' ? `photo.${EXTENSIONS[file.type] ?? 'img'}` : file.name;

const stemOf = (name: string): string => name.replace(/\.[^.]{1,5}$/, '');

/** The size with its longer side at most `longest`, never enlarged. */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

interface Redrawn {
  readonly bytes: Blob;
  readonly size: Size;
  readonly reduced: boolean;
}

/** The upright photo as a JPEG; null where the browser cannot read it. */
async function redraw(file: Blob): Promise<Redrawn | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  try {
    const size = fitted(bitmap, LONGEST_SIDE);
    const canvas = document.createElement('canvas');
    canvas.width = size.width;
    canvas.height = size.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, size.width, size.height);
    const bytes = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY);
    });
    return bytes === null ? null : { bytes, size, reduced: size.width < bitmap.width };
  } finally {
    bitmap.close();
  }
}

import { reducePhoto, type ReducedPicture } from '../../analysis/reduce-picture.js';
import { byteSizeText } from '../../app/format.js';
import { filePhoto, type FilePhoto } from './photo.js';

/** The service analyses 1024 pixels on the longer side; the first leaves room to zoom, the second is for a low limit. */
const CONVERSIONS = [
  { longest: 2048, jpegQuality: 0.92 },
  { longest: 1280, jpegQuality: 0.85 },
];
/** A decoded image takes many times the memory of its file. */
export const MAX_CONVERTED_BYTES = 128 * 1024 * 1024;

type PreparedFile = { readonly photo: FilePhoto } | { readonly rejection: string };

/** A photo that the service accepts: the file itself, or converted or reduced by the browser. */
export async function prepareFile(file: File, maxBytes: number): Promise<PreparedFile> {
  const rejection = rejectionOfFile(file);
  if (rejection !== null) return { rejection };
  const id = `${file.name} ${file.size} ${file.lastModified}`;
  if (isSentAsItIs(file, maxBytes)) return { photo: filePhoto(file, nameOf(file), id) };
  const drawn = file.size > MAX_CONVERTED_BYTES ? null : await converted(file, maxBytes);
  if (drawn === null) return { rejection: rejectionOfUnreadable(file, maxBytes) };
  const { bytes, size, isSmaller } = drawn;
  const note = `${isSmaller ? `Reduced to ${size.width} × ${size.height}` : 'Converted to JPEG'} by your browser`;
  return { photo: { ...filePhoto(bytes, `${stemOf(nameOf(file))}.jpg`, id), note } };
}

/** The first conversion that the service accepts; null: there is none, or the browser cannot read the file. */
async function converted(file: File, maxBytes: number): Promise<ReducedPicture | null> {
  for (const conversion of CONVERSIONS) {
    const drawn = await reducePhoto(file, conversion);
    if (drawn === null || drawn.bytes.size <= maxBytes) return drawn;
  }
  return null;
}

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' };

/** An image from the clipboard may have no name. */
const nameOf = (file: File): string =>
  file.name === '' ? `photo.${EXTENSIONS[file.type] ?? 'img'}` : file.name;

const stemOf = (name: string): string => name.replace(/\.[^.]{1,5}$/, '');

/** Used until the service has stated its own limit. */
export const DEFAULT_MAX_IMAGE_BYTES = 20 * 1024 * 1024;

interface GivenFile {
  readonly size: number;
  readonly type: string;
  readonly name: string;
}

/** Why a file cannot be a photo, as a message; null if it may be one. */
export function rejectionOfFile(file: GivenFile): string | null {
  if (file.size === 0) return `${quotedName(file)} is empty.`;
  // Some systems report no type; then the content decides.
  return file.type === '' || file.type.startsWith('image/')
    ? null
    : `${quotedName(file)} is not a picture. Choose a photo, for example a JPEG or PNG file.`;
}

/** JPEG and PNG are sent unchanged: every service accepts them. Other formats may be switched off, so the browser converts them. */
const SENT_AS_THEY_ARE = ['', 'image/jpeg', 'image/png'];

export const isSentAsItIs = (file: GivenFile, maxBytes: number): boolean =>
  SENT_AS_THEY_ARE.includes(file.type) && file.size <= maxBytes;

/** Why a file can neither be sent nor converted, as a message. */
export const rejectionOfUnreadable = (file: GivenFile, maxBytes: number): string =>
  file.size > maxBytes
    ? `${quotedName(file)} is ${byteSizeText(file.size)}; the service accepts photos of up to ${byteSizeText(maxBytes)}, and your browser cannot reduce this one. 1024 pixels on the longer side is enough.`
    : `Your browser cannot read ${quotedName(file)}. Save it as JPEG or PNG and try again.`;

const quotedName = ({ name }: { name: string }): string => (name === '' ? 'The file' : `“${name}”`);

/** An address that the service can fetch, or what is wrong with it. */
export function checkUrl(text: string): { readonly url: string } | { readonly rejection: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { rejection: 'Enter the URL of an image.' };
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    return { rejection: 'That is not a web address. It must start with https:// or http://.' };
  }
  return { url: url.href };
}

import { reducePhoto } from '../analysis/reduce-picture.js';
import type { OwnPicture } from './use-analysis.js';

/** Something that was dropped, pasted or chosen, as a picture to analyse, or in words why it is none. */
export type Taken = { readonly picture: OwnPicture } | { readonly problem: string };

/** Decoding happens in the page's memory; a file beyond this is no photo that anybody means to try. */
const MAX_BYTES = 60 * 1024 * 1024;

export async function takeFile(file: File): Promise<Taken> {
  const name = file.name === '' ? 'photo.jpg' : file.name;
  if (file.size > MAX_BYTES) return { problem: `“${name}” is larger than 60 MB. Choose a smaller photo.` };
  const reduced = await reducePhoto(file);
  if (reduced === null)
    return { problem: `“${name}” cannot be read as a picture. Choose a JPEG, PNG or WebP photo.` };
  const { bytes, size } = reduced;
  return { picture: { name, bytes, size, href: URL.createObjectURL(bytes) } };
}

/** The first file of a drop or a paste. */
export function takeTransfer(data: DataTransfer): Promise<Taken> {
  const [file] = data.files;
  return file === undefined
    ? Promise.resolve({ problem: 'There is no photo in it. Drop the file itself, or choose it.' })
    : takeFile(file);
}

const SAMPLE_DEADLINE_MS = 20_000;

export async function takeSample(address: string): Promise<Taken> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(SAMPLE_DEADLINE_MS) });
    if (!response.ok) throw new Error(`The sample was answered with status ${response.status}.`);
    const name = address.split('/').at(-1) ?? 'sample.jpg';
    return await takeFile(new File([await response.blob()], name));
  } catch {
    return { problem: 'The sample photo could not be loaded. Check the connection, then try again.' };
  }
}

import type { Stats } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { PhotoError } from '../source/photo-error.js';

/** A photo to analyse. */
export interface Photo {
  /** As shown in the output, which is as the user wrote it. */
  readonly name: string;
  /** Null for standard input. */
  readonly path: string | null;
  /** Its path relative to the folder argument; the file name if there is none. */
  readonly below: string;
  /** The real path of the folder that was named, if the photo must not lie outside of it. */
  readonly within?: string;
}

/** Identifies a file in the journal; a changed file counts as another photo. */
export interface Fingerprint {
  readonly photo: string;
  readonly bytes: number;
  readonly modified: number;
}

/** Nothing larger is accepted anywhere, so nothing larger is read. */
const MAX_BYTES = 64 * 1024 * 1024;

export async function fingerprint({ path }: Photo): Promise<Fingerprint | null> {
  if (path === null) return null;
  const { size, mtimeMs } = await stat(path);
  return { photo: resolve(path), bytes: size, modified: mtimeMs };
}

export async function readPhoto({ path, within }: Photo, stdin: NodeJS.ReadStream): Promise<Uint8Array> {
  return path === null ? readAll(stdin) : readFileBounded(path, within);
}

async function readFileBounded(path: string, folder: string | undefined): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const facts = await file.stat();
    if (folder !== undefined) await requireWithin(folder, path, facts);
    if (facts.isDirectory()) throw new PhotoError('file', 'It is a folder.');
    if (facts.size > MAX_BYTES) throw tooLarge();
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** Of the file that is open: links may change at any time. */
async function requireWithin(folder: string, path: string, opened: Stats): Promise<void> {
  const real = await realpath(path);
  const facts = await stat(real);
  if (isWithin(folder, real) && facts.ino === opened.ino && facts.dev === opened.dev) return;
  throw new PhotoError(
    'file',
    'It is a link that leads out of the folder that was named, and is not sent to a server; name the file itself.',
  );
}

/** Whether a path lies below a folder; both are real paths. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function readAll(stdin: NodeJS.ReadStream): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (): PhotoError =>
  new PhotoError('image', `The file is larger than ${MAX_BYTES / 1024 / 1024} MB; scale it down.`);

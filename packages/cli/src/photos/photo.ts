import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PhotoError } from '../source/photo-error.js';

/** A photo to analyse. */
export interface Photo {
  /** As shown in the output, which is as the user wrote it. */
  readonly name: string;
  /** Null for standard input. */
  readonly path: string | null;
  /** Its path relative to the folder argument; the file name if there is none. */
  readonly below: string;
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

export async function readPhoto({ path }: Photo, stdin: NodeJS.ReadStream): Promise<Uint8Array> {
  return path === null ? readAll(stdin) : readFileBounded(path);
}

async function readFileBounded(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const facts = await file.stat();
    if (facts.isDirectory()) throw new PhotoError('file', 'It is a folder.');
    if (facts.size > MAX_BYTES) throw tooLarge();
    return await file.readFile();
  } finally {
    await file.close();
  }
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

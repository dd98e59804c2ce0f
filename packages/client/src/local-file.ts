import type { ReadLimits } from './byte-stream.js';
import { InputError } from './errors.js';

/** The few functions of Node's file system that are used; Deno and Bun have them too. */
interface FileSystem {
  readonly promises: {
    readonly readFile: (
      path: string | URL,
      options: { readonly signal: AbortSignal },
    ) => Promise<Uint8Array<ArrayBuffer>>;
    readonly stat: (path: string | URL) => Promise<{ readonly size: number; readonly isFile: () => boolean }>;
  };
}

interface Runtime {
  readonly process?: { readonly getBuiltinModule?: (name: string) => unknown };
}

/** Looked up at run time and never imported, so that bundlers for browsers have nothing to resolve. */
export function fileSystem(): FileSystem | null {
  const found = (globalThis as Runtime).process?.getBuiltinModule?.('node:fs');
  return (found as FileSystem | undefined) ?? null;
}

export async function readLocalFile(
  path: string | URL,
  { maxBytes, signal }: ReadLimits,
  files: FileSystem | null = fileSystem(),
): Promise<Blob> {
  if (files === null) {
    throw new InputError(
      `${quoted(path)} is neither a URL nor Base64, and files cannot be read here. Send a Blob, or { base64: … }.`,
    );
  }
  try {
    const { size, isFile } = await statOf(files, path);
    if (!isFile) throw new InputError(`${quoted(path)} is not a file.`);
    if (size > maxBytes) throw new InputError(tooLarge(`${quoted(path)} has ${size} bytes`, maxBytes));
    return new Blob([await files.promises.readFile(path, { signal })]);
  } catch (error) {
    if (error instanceof InputError || signal.aborted) throw error;
    throw new InputError(
      `The image file ${quoted(path)} cannot be read: ${reason(error)}. If it is Base64 and no path, pass { base64: … }.`,
      { cause: error },
    );
  }
}

export const tooLarge = (what: string, maxBytes: number): string =>
  `${what}, but an image may have at most ${maxBytes} (the client's option maxImageBytes).`;

async function statOf(files: FileSystem, path: string | URL): Promise<{ size: number; isFile: boolean }> {
  const stat = await files.promises.stat(path);
  return { size: stat.size, isFile: stat.isFile() };
}

const reason = (error: unknown): string =>
  (error as { code?: string }).code === 'ENOENT'
    ? 'there is no such file'
    : error instanceof Error
      ? error.message
      : String(error);

/** Long strings are most likely images; they do not belong into messages. */
const quoted = (path: string | URL): string => {
  const text = String(path);
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
};

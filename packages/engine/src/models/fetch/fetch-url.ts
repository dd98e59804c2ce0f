import {
  cachedWeightPath,
  freshWorkDir,
  publishFile,
  removeWorkDir,
  sha256Of,
  slug,
  type CacheLayout,
} from '../cache/cache-files.js';
import { withCacheLock } from '../cache/lock-file.js';
import type { SourceFile } from '../manifest.js';
import type { OnProgress } from '../progress.js';
import { isIntact } from './fetch-tarball.js';

interface UrlOptions {
  readonly layout: CacheLayout;
  readonly deadlineMs: number;
  readonly onProgress: OnProgress;
}

type PinnedFile = Pick<SourceFile, 'name' | 'bytes' | 'sha256'>;

/** Downloads one file into the cache, unless another process has done so in the meantime. */
export async function fetchUrl(url: string, file: SourceFile, options: UrlOptions): Promise<void> {
  const { layout, deadlineMs } = options;
  const name = slug(file.name);
  const path = cachedWeightPath(layout, file);
  await withCacheLock(layout, name, { deadlineMs: 2 * deadlineMs }, async () => {
    if (await isIntact(path, file)) return;
    const workDir = await freshWorkDir(layout.tmp, name);
    try {
      await publishFile(workDir, path, await download(url, file, options));
    } finally {
      await removeWorkDir(workDir);
    }
  });
}

/** The verified content. Never reads more bytes than the file should have. */
async function download(url: string, file: PinnedFile, options: UrlOptions): Promise<Uint8Array> {
  const report = (doneBytes: number): void => {
    options.onProgress({ kind: 'fetch', name: file.name, doneBytes, totalBytes: file.bytes });
  };
  report(0);
  const stop = new AbortController();
  const timer = setTimeout(() => {
    stop.abort(new Error(`it did not finish within ${Math.round(options.deadlineMs / 1000)} s`));
  }, options.deadlineMs);
  try {
    const content = await readBody(url, file, stop.signal, report);
    const found = sha256Of(content);
    if (found !== file.sha256) throw new Error(`SHA-256 should be ${file.sha256}, found ${found}`);
    report(file.bytes);
    return content;
  } finally {
    clearTimeout(timer);
    // Closes the connection of a body that was not read to its end.
    stop.abort();
  }
}

async function readBody(
  url: string,
  file: PinnedFile,
  signal: AbortSignal,
  report: (doneBytes: number) => void,
): Promise<Uint8Array> {
  const response = await fetch(url, { signal });
  if (!response.ok || response.body === null) throw new Error(`it responds with ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > file.bytes) throw new Error(`it sends more than the ${file.bytes} bytes of the file`);
    chunks.push(chunk);
    report(Math.min(bytes, file.bytes - 1));
  }
  return Buffer.concat(chunks);
}

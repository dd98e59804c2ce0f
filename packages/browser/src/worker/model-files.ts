import { EngineError } from '@facet/analysis/errors.js';
import { WEB_MODELS, webModelFile, type WebModelName } from '@facet/analysis/web-models.js';
import type { LoadProgress } from '../facet.types.js';

const CACHE = 'facet-models';
/** A download that brings nothing for this long has failed. */
const STALLED_MS = 30_000;

/** The bytes of a model with its known hash, from the browser's cache or from the folder of models. */
export async function modelBytes(
  name: WebModelName,
  folder: string,
  onProgress: (progress: LoadProgress) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const url = folder + webModelFile(name);
  const cache = await openCache();
  const known = await cache?.match(url);
  if (known !== undefined) {
    const bytes = new Uint8Array(await known.arrayBuffer());
    if (await isRight(name, bytes)) return bytes;
  }
  const bytes = await download(name, url, onProgress);
  if (!(await isRight(name, bytes)))
    throw new EngineError(
      'model-corrupt',
      { model: name, url },
      { message: `${url} is not the model ${name}.` },
    );
  if (cache !== undefined) await keep(cache, name, url, bytes);
  return bytes;
}

/** There is none in pages that are not secure, and in some private windows. */
const openCache = async (): Promise<Cache | undefined> => {
  try {
    return await caches.open(CACHE);
  } catch {
    return undefined;
  }
};

async function isRight(name: WebModelName, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  if (!globalThis.isSecureContext)
    throw new EngineError(
      'model-fetch-failed',
      { model: name },
      { message: 'Models are loaded only in a secure page: serve it over HTTPS, or from localhost.' },
    );
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const text = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return text === WEB_MODELS[name].sha256;
}

async function download(
  name: WebModelName,
  url: string,
  onProgress: (progress: LoadProgress) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const totalBytes = WEB_MODELS[name].bytes;
  const bytes = new Uint8Array(totalBytes);
  const failed = (why: string, cause?: unknown): EngineError =>
    new EngineError(
      'model-fetch-failed',
      { model: name, url },
      { message: `The model ${name} could not be fetched from ${url}: ${why}.`, cause },
    );
  const stall = new AbortController();
  let timer = setTimeout(() => undefined);
  const waitAgain = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stall.abort();
    }, STALLED_MS);
  };
  try {
    waitAgain();
    // What is cached is checked by its hash; HTTP's own cache would hold it twice.
    const response = await fetch(url, { signal: stall.signal, credentials: 'omit', cache: 'no-store' });
    if (!response.ok || response.body === null) throw failed(`status ${response.status}`);
    let loadedBytes = 0;
    onProgress({ model: name, loadedBytes, totalBytes });
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk = part.value;
      if (loadedBytes + chunk.length > totalBytes) throw failed('the file is too long');
      bytes.set(chunk, loadedBytes);
      loadedBytes += chunk.length;
      onProgress({ model: name, loadedBytes, totalBytes });
      waitAgain();
    }
    return bytes;
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw failed(stall.signal.aborted ? 'nothing arrived for a long time' : String(error), error);
  } finally {
    clearTimeout(timer);
    stall.abort();
  }
}

/** Keeps a model, and none of its earlier versions. A cache that is full is no reason to fail. */
async function keep(
  cache: Cache,
  name: WebModelName,
  url: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  try {
    await cache.put(url, new Response(bytes));
    const ofModel = new RegExp(`/${name}-[0-9a-f]{16}\\.onnx$`);
    for (const request of await cache.keys())
      if (request.url !== url && ofModel.test(new URL(request.url).pathname)) await cache.delete(request);
  } catch {
    // The model is in memory; the next page loads it again.
  }
}

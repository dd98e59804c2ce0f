import { Client, type Dispatcher } from 'undici';
import { GatheredBytes } from './gathered-bytes.js';
import { pinnedConnector } from './pinned-connector.js';
import type { CheckedTarget } from './url-guard.js';
import { WireGuard } from './wire-guard.js';
import { failureOf, urlAnswered, urlFailed, urlTooLarge } from './url-failure.js';

export interface HopOptions {
  readonly maxBytes: number;
  readonly userAgent: string;
  readonly extraCa: readonly string[];
}

/** Told of bytes as they arrive; what it throws ends the fetch. */
export type ByteCounter = (bytes: number) => void;

export type HopResult =
  | { readonly kind: 'image'; readonly bytes: Uint8Array }
  | { readonly kind: 'redirect'; readonly location: string };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

async function readBody(
  body: AsyncIterable<unknown>,
  maxBytes: number,
  onBytes: ByteCounter,
  onCopy: ByteCounter,
): Promise<Uint8Array> {
  const gathered = new GatheredBytes();
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    if (gathered.length + chunk.length > maxBytes) throw urlTooLarge(maxBytes);
    onBytes(chunk.length);
    gathered.add(chunk);
  }
  // For a moment it is there twice: in pages, and in one piece.
  onCopy(gathered.length);
  return gathered.whole();
}

async function readAnswer(
  answer: Dispatcher.ResponseData,
  maxBytes: number,
  onBytes: ByteCounter,
  onCopy: ByteCounter,
): Promise<HopResult> {
  const { statusCode, headers, body } = answer;
  const { location } = headers;
  if (REDIRECTS.has(statusCode) && typeof location === 'string') return { kind: 'redirect', location };
  if (statusCode < 200 || statusCode > 299) throw urlAnswered(statusCode);
  // Decompression could turn a small answer into an endless one, so there is none.
  const encoding = headers['content-encoding'] ?? 'identity';
  if (String(encoding).trim().toLowerCase() !== 'identity') throw urlFailed('encoding');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw urlTooLarge(maxBytes);
  return { kind: 'image', bytes: await readBody(body, maxBytes, onBytes, onCopy) };
}

/** One exchange on a connection of its own to a checked place: no pool, no cookies, no proxy, no redirects. */
export async function fetchHop(
  { url, addresses }: CheckedTarget,
  options: HopOptions,
  signal: AbortSignal,
  onBytes: ByteCounter,
): Promise<HopResult> {
  const guard = new WireGuard();
  const client = new Client(url.origin, {
    connect: pinnedConnector({
      addresses,
      extraCa: options.extraCa,
      signal,
      onSocket: (socket) => {
        guard.watch(socket);
      },
    }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: {
        accept: 'image/jpeg, image/png, image/*;q=0.5, */*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': options.userAgent,
      },
      reset: true,
      signal,
    });
    // Whoever stops reading early must not be hit by the error event of the stream that is left.
    answer.body.on('error', () => undefined);
    const onArrival = (bytes: number): void => {
      guard.countBody(bytes);
      onBytes(bytes);
    };
    return await readAnswer(answer, options.maxBytes, onArrival, onBytes);
  } catch (error) {
    throw failureOf(error);
  } finally {
    await client.destroy();
  }
}

import { buildConnector, Client, type Dispatcher } from 'undici';
import { GatheredBytes } from './request-field.js';
import {
  failureOf,
  urlAnswered,
  urlFailed,
  urlTooLarge,
  type Address,
  type CheckedTarget,
} from './url-guard.js';
import type { LookupFunction, Socket } from 'node:net';
import { rootCertificates } from 'node:tls';

export interface HopOptions {
  readonly maxBytes: number;
  readonly userAgent: string;
  readonly extraCa: readonly string[];
}

/** Called with the number of bytes as they arrive; an error that it throws ends the fetch. */
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
  // For a moment the bytes are in memory twice: in pages, and as one buffer.
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
  // Nothing is decompressed: a small response could expand without limit.
  const encoding = headers['content-encoding'] ?? 'identity';
  if (String(encoding).trim().toLowerCase() !== 'identity') throw urlFailed('encoding');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw urlTooLarge(maxBytes);
  return { kind: 'image', bytes: await readBody(body, maxBytes, onBytes, onCopy) };
}

/** One request on its own connection to a checked target: no pool, no cookies, no proxy, no redirects. */
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
    // If reading stops early, an error event of the abandoned stream must not crash the process.
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

export interface PinnedConnectorOptions {
  /** The only addresses to connect to, tried in order. */
  readonly addresses: readonly Address[];
  /** Additional certificate authorities in PEM. */
  readonly extraCa: readonly string[];
  /** Closes the socket in any state. */
  readonly signal: AbortSignal;
  /** Called with the socket before anything is read from it. */
  readonly onSocket: (socket: Socket) => void;
}

/** Answers every lookup with the checked addresses, so that a second DNS answer changes nothing. */
function pinnedLookup(addresses: readonly Address[]): LookupFunction {
  const answers = addresses.map((address) => ({
    address: address.toString(),
    family: address.kind() === 'ipv4' ? 4 : 6,
  }));
  return (hostname, options, callback) => {
    const [first] = answers;
    if (options.all === true) callback(null, answers);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(new Error(`No address for ${hostname}`), '');
  };
}

/** Connects to the checked addresses; TLS and the Host header still use the host name. */
export function pinnedConnector({
  addresses,
  extraCa,
  signal,
  onSocket,
}: PinnedConnectorOptions): buildConnector.connector {
  const authorities = extraCa.length > 0 ? { ca: [...rootCertificates, ...extraCa] } : {};
  const options = {
    ...authorities,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    signal,
    maxCachedSessions: 0,
    allowH2: false,
    // The signal is the only deadline.
    timeout: 0,
  };
  const connect = buildConnector(options);
  return (target, callback) => {
    connect(target, (...outcome) => {
      const [error, socket] = outcome;
      if (error === null) onSocket(socket);
      callback(...outcome);
    });
  };
}

/**
 * Bytes of a connection that are not part of the image: headers, chunk framing, and bytes that have arrived but were
 * not read yet. Ordinary servers need a few kilobytes.
 */
const MOST_OVERHEAD = 512 * 1024;
/** Framing allowed in proportion to the image. Ordinary chunks need a hundredth of their size. */
const OVERHEAD_SHARE = 0.25;

/**
 * Limits the bytes that the socket receives. The HTTP parser skips any number of interim responses and chunk
 * extensions, which a limit on the body would never see.
 */
export class WireGuard {
  #bodyBytes = 0;

  /** Counts bytes that belong to the image. */
  countBody(bytes: number): void {
    this.#bodyBytes += bytes;
  }

  /** Closes the connection once it has received too much that is not part of the image. */
  watch(socket: Socket): void {
    socket.on('readable', () => {
      const overhead = socket.bytesRead - this.#bodyBytes;
      if (overhead > MOST_OVERHEAD + OVERHEAD_SHARE * this.#bodyBytes) socket.destroy(urlFailed('overhead'));
    });
  }
}

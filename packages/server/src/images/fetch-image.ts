import type { LookupFunction, Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector, Client, type Dispatcher } from 'undici';
import { withDeadline } from '../work/deadline.js';
import {
  checkUrl,
  failureOf,
  parseAllowList,
  urlStatus,
  urlFailed,
  urlRejected,
  urlTooLarge,
  type Address,
  type CheckedTarget,
  type Resolver,
} from './url-guard.js';
import { hostResolver } from './resolve-host.js';
import { type ByteCounter, type ImageFetcher } from './read-images.js';
import { GatheredBytes } from '../http/body/body-stream.js';

export interface ImageFetcherOptions {
  readonly maxBytes: number;
  /** For the whole fetch: DNS lookups, redirects and body. */
  readonly deadlineMs: number;
  readonly maxRedirects?: number;
  /** Hosts, `host:port`s and networks that may be reached although they are not public. */
  readonly allow?: readonly string[];
  /** Ports allowed for every host, besides 80 for http and 443 for https. */
  readonly ports?: readonly number[];
  /** Additional certificate authorities in PEM. */
  readonly extraCa?: readonly string[];
  readonly userAgent?: string;
  readonly resolver?: Resolver;
}

/** @throws RangeError if an entry of the allow list is invalid */
export function createImageFetcher(options: ImageFetcherOptions): ImageFetcher {
  const { maxRedirects = 3 } = options;
  const rules = { allow: parseAllowList(options.allow ?? []), ports: options.ports ?? [] };
  const resolver = options.resolver ?? hostResolver(rules);
  const onceOptions = {
    maxBytes: options.maxBytes,
    userAgent: options.userAgent ?? 'Facet',
    extraCa: options.extraCa ?? [],
  };
  const resolve: Resolver = async (hostname, signal) => {
    try {
      return await resolver(hostname, signal);
    } catch (cause) {
      throw urlFailed('name', cause);
    }
  };

  async function follow(start: URL, signal: AbortSignal, onBytes: ByteCounter): Promise<Uint8Array> {
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const target = await checkUrl(url, rules, resolve, signal);
      signal.throwIfAborted();
      const result = await fetchOnce(target, onceOptions, signal, onBytes);
      if (result.kind === 'image') return result.bytes;
      if (!URL.canParse(result.location, url.href)) throw urlFailed('redirect');
      url = new URL(result.location, url);
    }
    throw urlFailed('redirects');
  }

  return {
    async fetch(url, signal, onBytes = () => undefined) {
      if (!URL.canParse(url)) throw urlRejected();
      return await withDeadline(
        signal,
        options.deadlineMs,
        () => urlFailed('timeout'),
        (both) => follow(new URL(url), both, onBytes),
      );
    },
  };
}

interface FetchOnceOptions {
  readonly maxBytes: number;
  readonly userAgent: string;
  readonly extraCa: readonly string[];
}

type FetchOnceResult =
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
  // For a moment the bytes are in memory twice: in chunks, and as one buffer.
  onCopy(gathered.length);
  return gathered.toBuffer();
}

async function readResponse(
  response: Dispatcher.ResponseData,
  maxBytes: number,
  onBytes: ByteCounter,
  onCopy: ByteCounter,
): Promise<FetchOnceResult> {
  const { statusCode, headers, body } = response;
  const { location } = headers;
  if (REDIRECTS.has(statusCode) && typeof location === 'string') return { kind: 'redirect', location };
  if (statusCode < 200 || statusCode > 299) throw urlStatus(statusCode);
  // Nothing is decompressed: a small response could expand without limit.
  const encoding = headers['content-encoding'] ?? 'identity';
  if (String(encoding).trim().toLowerCase() !== 'identity') throw urlFailed('encoding');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw urlTooLarge(maxBytes);
  return { kind: 'image', bytes: await readBody(body, maxBytes, onBytes, onCopy) };
}

/** One request on its own connection to a checked target: no pool, no cookies, no proxy, no redirects. */
async function fetchOnce(
  { url, addresses }: CheckedTarget,
  options: FetchOnceOptions,
  signal: AbortSignal,
  onBytes: ByteCounter,
): Promise<FetchOnceResult> {
  const guard = new SocketOverheadLimit();
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
    const response = await client.request({
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
    response.body.on('error', () => undefined);
    const onArrival = (bytes: number): void => {
      guard.countBody(bytes);
      onBytes(bytes);
    };
    return await readResponse(response, options.maxBytes, onArrival, onBytes);
  } catch (error) {
    throw failureOf(error);
  } finally {
    await client.destroy();
  }
}

interface PinnedConnectorOptions {
  /** The only addresses to connect to, tried in order. */
  readonly addresses: readonly Address[];
  /** Additional certificate authorities in PEM. */
  readonly extraCa: readonly string[];
  /** Closes the socket in any state. */
  readonly signal: AbortSignal;
  /** Called with the socket before anything is read from it. */
  readonly onSocket: (socket: Socket) => void;
}

/** Resolves every name to the checked addresses, so that a second DNS response changes nothing. */
function pinnedLookup(addresses: readonly Address[]): LookupFunction {
  const records = addresses.map((address) => ({
    address: address.toString(),
    family: address.kind() === 'ipv4' ? 4 : 6,
  }));
  return (hostname, options, callback) => {
    const [first] = records;
    if (options.all === true) callback(null, records);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(new Error(`No address for ${hostname}`), '');
  };
}

/** Connects to the checked addresses; TLS and the Host header still use the host name. */
function pinnedConnector({
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
const MAX_OVERHEAD = 512 * 1024;
/** Framing allowed in proportion to the image. Ordinary chunks need a hundredth of their size. */
const OVERHEAD_SHARE = 0.25;

/**
 * Limits the bytes that the socket receives. The HTTP parser skips any number of interim responses and chunk
 * extensions, which a limit on the body would never see.
 */
class SocketOverheadLimit {
  #bodyBytes = 0;

  /** Counts bytes that belong to the image. */
  countBody(bytes: number): void {
    this.#bodyBytes += bytes;
  }

  /** Closes the connection once it has received too much that is not part of the image. */
  watch(socket: Socket): void {
    socket.on('readable', () => {
      const overhead = socket.bytesRead - this.#bodyBytes;
      if (overhead > MAX_OVERHEAD + OVERHEAD_SHARE * this.#bodyBytes) socket.destroy(urlFailed('overhead'));
    });
  }
}

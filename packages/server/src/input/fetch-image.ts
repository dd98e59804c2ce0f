import { lookup } from 'node:dns/promises';
import { ServiceError } from '../errors.js';
import { checkUrl, parseAllowList, urlFailed, urlRefused, type Resolver } from './url-guard.js';
import { fetchHop, type ByteCounter } from './fetch-hop.js';
import { withDeadline } from '../deadline.js';

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
  /** Concurrent DNS lookups, including those of abandoned fetches. */
  readonly maxLookups?: number;
}

/** Twice the default number of fetches: abandoned fetches may leave as many lookups behind. */
const DEFAULT_MAX_LOOKUPS = 64;

export interface ImageFetcher {
  /** The bytes at the URL. Rejects with the signal's reason when the signal fires. */
  fetch(url: string, signal: AbortSignal, onBytes?: ByteCounter): Promise<Uint8Array>;
}

const systemResolver: Resolver = async (hostname) => {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};

/** @throws RangeError if an entry of the allow list is invalid */
export function createImageFetcher(options: ImageFetcherOptions): ImageFetcher {
  const { maxRedirects = 3 } = options;
  const resolver = boundedResolver(
    options.resolver ?? systemResolver,
    options.maxLookups ?? DEFAULT_MAX_LOOKUPS,
  );
  const rules = { allow: parseAllowList(options.allow ?? []), ports: options.ports ?? [] };
  const hopOptions = {
    maxBytes: options.maxBytes,
    userAgent: options.userAgent ?? 'Facet',
    extraCa: options.extraCa ?? [],
  };
  const resolve: Resolver = async (hostname) => {
    try {
      return await resolver(hostname);
    } catch (cause) {
      if (cause instanceof ServiceError) throw cause;
      throw urlFailed('name', cause);
    }
  };

  async function follow(start: URL, signal: AbortSignal, onBytes: ByteCounter): Promise<Uint8Array> {
    let url = start;
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const target = await checkUrl(url, rules, resolve);
      signal.throwIfAborted();
      const result = await fetchHop(target, hopOptions, signal, onBytes);
      if (result.kind === 'image') return result.bytes;
      if (!URL.canParse(result.location, url.href)) throw urlFailed('redirect');
      url = new URL(result.location, url);
    }
    throw urlFailed('redirects');
  }

  return {
    async fetch(url, signal, onBytes = () => undefined) {
      if (!URL.canParse(url)) throw urlRefused();
      return await withDeadline(
        signal,
        options.deadlineMs,
        () => urlFailed('timeout'),
        (both) => follow(new URL(url), both, onBytes),
      );
    },
  };
}

/**
 * Limits concurrent DNS lookups. A lookup of the operating system cannot be cancelled and blocks one of a few threads,
 * so a name server that does not answer occupies a thread long after the fetch was abandoned.
 */
export function boundedResolver(resolver: Resolver, most: number): Resolver {
  let pending = 0;
  return async (hostname) => {
    if (pending >= most) throw new ServiceError('overloaded', undefined, {}, { because: 'fetches-full' });
    pending += 1;
    try {
      return await resolver(hostname);
    } finally {
      pending -= 1;
    }
  };
}

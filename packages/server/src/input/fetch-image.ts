import { lookup } from 'node:dns/promises';
import { ServiceError } from '../errors.js';
import { parseAllowList } from './allow-list.js';
import { boundedResolver } from './bounded-resolver.js';
import { fetchHop, type ByteCounter } from './fetch-hop.js';
import { urlFailed } from './url-failure.js';
import { checkUrl, urlRefused, type Resolver } from './url-guard.js';
import { withDeadline } from '../deadline.js';

export interface ImageFetcherOptions {
  readonly maxBytes: number;
  /** For the whole fetch: look-ups, redirects and body together. */
  readonly deadlineMs: number;
  readonly maxRedirects?: number;
  /** Hosts, `host:port`s and networks that may be reached although they are not public. */
  readonly allow?: readonly string[];
  /** Ports open for every host, besides 80 for http and 443 for https. */
  readonly ports?: readonly number[];
  /** Certificate authorities in PEM, beside the usual ones. */
  readonly extraCa?: readonly string[];
  readonly userAgent?: string;
  readonly resolver?: Resolver;
  /** Look-ups under way at the same time, those of given-up fetches included. */
  readonly maxLookups?: number;
}

/** Twice the default number of fetches: as many again may be left over from fetches that were given up. */
const DEFAULT_MAX_LOOKUPS = 64;

export interface ImageFetcher {
  /** The bytes behind the URL. Ends with the signal's reason when the signal fires. */
  fetch(url: string, signal: AbortSignal, onBytes?: ByteCounter): Promise<Uint8Array>;
}

const systemResolver: Resolver = async (hostname) => {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};

/** @throws RangeError where an entry of the allow list cannot be read */
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

import { lookup, Resolver as DnsResolver } from 'node:dns/promises';
import { Mutex } from '../work/mutex.js';
import { canonicalHost, type AllowList, type Resolver } from './url-guard.js';

export interface HostResolverOptions {
  readonly allow: AllowList;
  /** Name servers to query instead of those of the operating system. */
  readonly servers?: readonly string[];
  /** Resolves names as the operating system does, with its hosts file and search domains. */
  readonly systemLookup?: (hostname: string) => Promise<readonly string[]>;
}

/** For one query to a name server; the deadline of the fetch ends all of them. */
const QUERY_TIMEOUT_MS = 2000;
const MAX_TRIES = 2;

/**
 * Names that strangers send are resolved over sockets: the lookup of the operating system cannot be cancelled and blocks
 * one of two threads, so that name servers that never answer would stop the lookups of everybody. Only names that the
 * operator knows are looked up in that way, one at a time.
 */
export function hostResolver({ allow, servers, systemLookup = lookupAll }: HostResolverOptions): Resolver {
  const mutex = new Mutex();
  const oneAtATime: Resolver = (hostname, signal) =>
    mutex.run(() => {
      // Its fetch may have ended meanwhile.
      signal.throwIfAborted();
      return systemLookup(hostname);
    });
  return async (hostname, signal) => {
    const name = canonicalHost(hostname);
    if (allow.namesHost(name)) return oneAtATime(name, signal);
    // Reserved for the machine itself (RFC 6761), and unknown to name servers.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1'];
    try {
      return await queryNameServers(name, servers, signal);
    } catch (error) {
      // The host may be known to this machine alone, and lie in a network that the operator has allowed.
      if (allow.hasNetworks && isUnknownName(error)) return oneAtATime(name, signal);
      throw error;
    }
  };
}

const lookupAll = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** The addresses of both families; a family without any is no failure. */
async function queryNameServers(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const resolver = new DnsResolver({ timeout: QUERY_TIMEOUT_MS, tries: MAX_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  const cancel = (): void => {
    resolver.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = [four, six].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

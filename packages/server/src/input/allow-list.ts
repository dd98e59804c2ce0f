import { inNetwork, parseNetwork, type Address, type Network } from './address-policy.js';

/** What the operator lets image URLs reach beyond the public internet. */
export interface AllowList {
  /** May a URL with this host (and this port) be fetched wherever its name leads? */
  allowsHost(hostname: string, port: number): boolean;
  /** Did an entry `host:port` name this very port? */
  allowsPort(hostname: string, port: number): boolean;
  allowsAddress(address: Address): boolean;
}

interface HostEntry {
  readonly hostname: string;
  /** Null: any port that the fetcher accepts anyway. */
  readonly port: number | null;
}

/** One spelling per host: lower case, no final dot, IPv6 in brackets, IPv4 in its four numbers. */
export function canonicalHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

function parseHost(entry: string): HostEntry | null {
  const parts = /^([^/?#@*\s:[\]]+|\[[^\]]+\])(?::(\d{1,5}))?$/.exec(entry);
  const url = `http://${parts?.[1] ?? ''}/`;
  if (parts === null || !URL.canParse(url)) return null;
  const port = parts[2] === undefined ? null : Number(parts[2]);
  if (port !== null && (port < 1 || port > 65535)) return null;
  return { hostname: canonicalHost(new URL(url).hostname), port };
}

/**
 * Entries are `host`, `host:port`, an address, or a network such as `10.0.0.0/8`.
 * A network says nothing about ports; an entry with a port opens that port for its host.
 * @throws RangeError with a sentence that quotes the entry it cannot read
 */
export function parseAllowList(entries: readonly string[]): AllowList {
  const networks: Network[] = [];
  const hosts: HostEntry[] = [];
  for (const raw of entries) {
    const entry = raw.trim();
    const network = parseNetwork(entry);
    const host = network === null ? parseHost(entry) : null;
    if (network !== null) networks.push(network);
    else if (host !== null) hosts.push(host);
    else {
      throw new RangeError(
        `"${entry}" is neither a host, a host:port, an address nor a network such as 10.0.0.0/8.`,
      );
    }
  }
  const names = (hostname: string): HostEntry[] =>
    hosts.filter((entry) => entry.hostname === canonicalHost(hostname));
  return {
    allowsHost: (hostname, port) =>
      names(hostname).some((entry) => entry.port === null || entry.port === port),
    allowsPort: (hostname, port) => names(hostname).some((entry) => entry.port === port),
    allowsAddress: (address) => networks.some((network) => inNetwork(address, network)),
  };
}

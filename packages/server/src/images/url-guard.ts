import { ServiceError } from '../errors.js';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All addresses of a host name. Rejects if the name is unknown, or the signal fires. */
export type Resolver = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface UrlRules {
  readonly allow: AllowList;
  /** Ports allowed for every host, besides 80 for http and 443 for https. */
  readonly ports: readonly number[];
}

/** A checked target: connect to these addresses and nothing else. */
export interface CheckedTarget {
  readonly url: URL;
  readonly addresses: readonly Address[];
}

/** The same message for every rejection, so that it reveals nothing about the network behind the server. */
export const urlRejected = (): ServiceError =>
  new ServiceError(
    'url-rejected',
    'The image URL is rejected; it must name a public http or https host on its default port, without credentials.',
  );

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function checkedPort(url: URL, rules: UrlRules): number {
  const usual = DEFAULT_PORTS[url.protocol];
  if (usual === undefined) throw urlRejected();
  const port = url.port === '' ? usual : Number(url.port);
  const open = port === usual || rules.ports.includes(port) || rules.allow.allowsPort(url.hostname, port);
  if (!open) throw urlRejected();
  return port;
}

/** Checks a URL and resolves its host name, once. */
export async function checkUrl(
  url: URL,
  rules: UrlRules,
  resolve: Resolver,
  signal: AbortSignal,
): Promise<CheckedTarget> {
  if (url.username !== '' || url.password !== '') throw urlRejected();
  const port = checkedPort(url, rules);
  const literal = parseAddress(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const texts = literal === null ? await resolve(url.hostname, signal) : [literal.toString()];
  const addresses = texts.map(parseAddress).filter((address) => address !== null);
  // A single unreadable address disqualifies the name: a later lookup could return that one.
  if (addresses.length === 0 || addresses.length !== texts.length) throw urlRejected();
  const allowed = rules.allow.allowsHost(url.hostname, port);
  const reachable = (address: Address): boolean =>
    allowed || isPublicAddress(address) || rules.allow.allowsAddress(address);
  if (!addresses.every(reachable)) throw urlRejected();
  return { url, addresses };
}

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [Address, number];

/** The only IPv6 range allocated for the public internet; IPv4 addresses embedded in ::/32 are outside of it. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Cloud platform services at an address that looks public. */
const PLATFORM_SERVICES = ['168.63.129.16'];

/** Interface identifiers that tunnel to the IPv4 address in the last 32 bits (ISATAP, RFC 5214). */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);

/** Accepts only the notations that a socket accepts, so that both mean the same host. */
export function parseAddress(text: string): Address | null {
  return isIP(text) !== 0 && ipaddr.isValid(text) ? ipaddr.parse(text) : null;
}

/**
 * Whether the address is on the public internet. An IPv6 address that embeds an IPv4 address (mapped, compatible,
 * NAT64, 6to4, Teredo) never counts as public: it may lead through a gateway into a private network.
 */
export function isPublicAddress(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !PLATFORM_SERVICES.includes(address.toString());
  return address.zoneId === undefined && address.match(GLOBAL_IPV6) && !isIsatap(address);
}

/** Parses `10.0.0.0/8`; a single address is a network of one. */
export function parseNetwork(text: string): Network | null {
  const [base = '', bits, ...rest] = text.split('/');
  const address = parseAddress(base.replace(/^\[(.*)\]$/, '$1'));
  if (address === null || rest.length > 0) return null;
  const most = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, most];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [address, Number(bits)] : null;
}

function inNetwork(address: Address, [base, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv6 && address.zoneId !== undefined) return false;
  return address.kind() === base.kind() && address.match(base, bits);
}

/** What image URLs may reach beyond the public internet, as the operator configures it. */
export interface AllowList {
  /** Whether URLs with this host and port may be fetched, whatever address the name resolves to. */
  allowsHost(hostname: string, port: number): boolean;
  /** Whether a `host:port` entry allows this port. */
  allowsPort(hostname: string, port: number): boolean;
  allowsAddress(address: Address): boolean;
  /** Whether an entry names this host, with or without a port. */
  namesHost(hostname: string): boolean;
  /** Whether an entry is an address or a network. */
  readonly hasNetworks: boolean;
}

interface HostEntry {
  readonly hostname: string;
  /** Null: the ports that are allowed for every host. */
  readonly port: number | null;
}

/** One spelling per host: lowercase, without a trailing dot. */
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
 * A network says nothing about ports; an entry with a port allows that port for its host.
 * @throws RangeError that quotes an invalid entry
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
    namesHost: (hostname) => names(hostname).length > 0,
    hasNetworks: networks.length > 0,
  };
}

const SENTENCES = {
  timeout: 'The image URL did not deliver the image in time; use a faster host or send the image itself.',
  name: "The image URL's host name could not be resolved; check its spelling.",
  tls: 'The image URL has no valid HTTPS certificate or does not speak HTTPS.',
  connection: 'The connection to the image URL failed or broke off; try again or send the image itself.',
  redirects: 'The image URL redirects too often.',
  redirect: 'The image URL redirects to no valid address.',
  overhead: 'The image URL responds with far more than an image; use another host or send the image itself.',
  encoding: 'The image URL delivers compressed content, although none was requested.',
} as const;

type UrlFailure = keyof typeof SENTENCES;

export const urlFailed = (reason: UrlFailure, cause?: unknown): ServiceError =>
  new ServiceError('url-failed', SENTENCES[reason], { reason }, cause === undefined ? undefined : { cause });

export const urlStatus = (status: number): ServiceError =>
  new ServiceError('url-failed', `The image URL responded with the HTTP status ${status}.`, {
    reason: 'status',
    status,
  });

export const urlTooLarge = (limitBytes: number): ServiceError =>
  new ServiceError(
    'too-many-bytes',
    `The image at the URL is larger than the limit of ${limitBytes} bytes.`,
    {
      limitBytes,
    },
  );

const TLS_CODE = /^(?:ERR_(?:TLS|SSL|OSSL)|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;

/** Classifies an error of the network layer. Its message is not passed on, because it contains addresses. */
export function failureOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return urlFailed(TLS_CODE.test(code) ? 'tls' : 'connection', error);
}

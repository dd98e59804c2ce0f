import { ServiceError } from '../errors.js';
import { isPublicAddress, parseAddress, type Address } from './address-policy.js';
import type { AllowList } from './allow-list.js';

/** All the addresses of a name. An unknown name is a rejection. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

export interface UrlRules {
  readonly allow: AllowList;
  /** Ports open for every host, besides 80 for http and 443 for https. */
  readonly ports: readonly number[];
}

/** A place that was checked: connect to these addresses and to nothing else. */
export interface CheckedTarget {
  readonly url: URL;
  readonly addresses: readonly Address[];
}

/** One sentence for every refusal, so that it tells nothing about what lies behind the server. */
export const urlRefused = (): ServiceError =>
  new ServiceError(
    'url-refused',
    'The image URL is refused; it must name a public http or https host on its default port, without credentials.',
  );

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

function checkedPort(url: URL, rules: UrlRules): number {
  const usual = DEFAULT_PORTS[url.protocol];
  if (usual === undefined) throw urlRefused();
  const port = url.port === '' ? usual : Number(url.port);
  const open = port === usual || rules.ports.includes(port) || rules.allow.allowsPort(url.hostname, port);
  if (!open) throw urlRefused();
  return port;
}

/** Checks everything about a URL, and resolves its name the one time that counts. */
export async function checkUrl(url: URL, rules: UrlRules, resolve: Resolver): Promise<CheckedTarget> {
  if (url.username !== '' || url.password !== '') throw urlRefused();
  const port = checkedPort(url, rules);
  const literal = parseAddress(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  const texts = literal === null ? await resolve(url.hostname) : [literal.toString()];
  const addresses = texts.map(parseAddress).filter((address) => address !== null);
  // One odd answer spoils the name: it could be the one that a later look-up gets.
  if (addresses.length === 0 || addresses.length !== texts.length) throw urlRefused();
  const allowed = rules.allow.allowsHost(url.hostname, port);
  const reachable = (address: Address): boolean =>
    allowed || isPublicAddress(address) || rules.allow.allowsAddress(address);
  if (!addresses.every(reachable)) throw urlRefused();
  return { url, addresses };
}

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [Address, number];

/** The only part of IPv6 that is given out for the public internet; all embeddings of IPv4 at ::/32 lie outside. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Served to every machine of a cloud at an address that looks public. */
const PLATFORM_SERVICES = ['168.63.129.16'];

/** Interface identifiers that tunnel to the IPv4 address in the last 32 bits (ISATAP, RFC 5214). */
const isIsatap = ({ parts }: ipaddr.IPv6): boolean =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);

/** Reads an address only in the notation in which a socket would take it, so that both mean the same host. */
export function parseAddress(text: string): Address | null {
  return isIP(text) !== 0 && ipaddr.isValid(text) ? ipaddr.parse(text) : null;
}

/**
 * True for an address of the public internet. An IPv6 address that carries an IPv4 address (mapped, compatible,
 * NAT64, 6to4, Teredo) is not public whatever it carries: it may lead through a gateway into a private network.
 */
export function isPublicAddress(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !PLATFORM_SERVICES.includes(address.toString());
  return address.zoneId === undefined && address.match(GLOBAL_IPV6) && !isIsatap(address);
}

/** Reads `10.0.0.0/8`; a single address is a network of one. */
export function parseNetwork(text: string): Network | null {
  const [base = '', bits, ...rest] = text.split('/');
  const address = parseAddress(base.replace(/^\[(.*)\]$/, '$1'));
  if (address === null || rest.length > 0) return null;
  const most = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, most];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [address, Number(bits)] : null;
}

export function inNetwork(address: Address, [base, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv6 && address.zoneId !== undefined) return false;
  return address.kind() === base.kind() && address.match(base, bits);
}

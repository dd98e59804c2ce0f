import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that identify a household or host, which can choose any address within them. */
const IPV6_GROUPS = 4;

/** The key for counting attempts: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, IPV6_GROUPS)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
}

/** Between whom queues are fair: accounts, and the networks of visitors. */
export const queueKeyOf = ({ account, callerId, ip }: FastifyRequest): string =>
  account?.accountId ?? callerId ?? networkOf(ip);

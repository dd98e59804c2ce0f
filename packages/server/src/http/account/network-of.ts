import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that one household or host is given; within them it picks addresses as it likes. */
const IPV6_GROUPS = 4;

/** What attempts are counted by: an IPv4 address, or the network of an IPv6 address. */
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

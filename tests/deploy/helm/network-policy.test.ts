import ipaddr from 'ipaddr.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../packages/server/src/images/url-guard.js';
import { chartRenderer, NEEDED, type Render } from '../shared/render-chart.js';

interface Block {
  readonly cidr: string;
  readonly except: readonly string[];
}
interface Egress {
  readonly to?: readonly { readonly ipBlock?: Block }[];
  readonly ports: readonly { readonly port: number; readonly protocol: string }[];
}

type Bits = 32 | 128;

let render: Render;
beforeAll(async () => {
  render = await chartRenderer();
});

const egressOf = async (values: Record<string, unknown>): Promise<readonly Egress[]> =>
  ((await render({ ...NEEDED, ...values })).one('NetworkPolicy').spec as { egress: Egress[] }).egress;

const numberOf = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint =>
  address.toByteArray().reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

function addressOf(value: bigint, bits: Bits): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = Array.from({ length: bits / 8 }, (_, index) =>
    Number((value >> BigInt(bits - 8 - 8 * index)) & 255n),
  );
  return ipaddr.fromByteArray(bytes);
}

/** First and last address of a network. */
function boundsOf(cidr: string): [bigint, bigint] {
  const [base, length] = ipaddr.parseCIDR(cidr);
  const bits = base.kind() === 'ipv4' ? 32 : 128;
  const size = 1n << BigInt(bits - length);
  const first = (numberOf(base) / size) * size;
  return [first, first + size - 1n];
}

const isIn = (value: bigint, cidr: string): boolean => {
  const [first, last] = boundsOf(cidr);
  return first <= value && value <= last;
};

const lets = (blocks: readonly Block[], value: bigint): boolean =>
  blocks.some(({ cidr, except }) => isIn(value, cidr) && !except.some((network) => isIn(value, network)));

/** Every network that the library of the server's policy calls by a name, and those that the policy adds. */
function namedNetworks(bits: Bits): string[] {
  const family = (bits === 32 ? ipaddr.IPv4 : ipaddr.IPv6) as unknown as {
    prototype: { SpecialRanges: Record<string, [unknown, number] | [unknown, number][]> };
  };
  const ranges = Object.values(family.prototype.SpecialRanges).flatMap((range) =>
    Array.isArray(range[0]) ? (range as [unknown, number][]) : [range as [unknown, number]],
  );
  return [
    ...ranges.map(([base, length]) => `${String(base)}/${length}`),
    ...(bits === 32 ? ['168.63.129.16/32'] : ['2000::/3']),
  ];
}

describe('the way out', () => {
  it.each([32, 128] as const)(
    'leads to exactly the addresses that the server takes for public, of %i bits',
    async (bits) => {
      const blocks = (await egressOf({}))
        .filter(({ ports }) => ports.some(({ port }) => port === 443))
        .flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock])))
        .filter(({ cidr }) => cidr.includes(':') === (bits === 128));
      expect(blocks).toHaveLength(1);
      const networks = [...namedNetworks(bits), ...blocks.flatMap(({ cidr, except }) => [cidr, ...except])];
      // Between two edges of networks neither side changes its mind, so one address of each stretch tells all.
      const edges = networks.flatMap((network) => {
        const [first, last] = boundsOf(network);
        return [first, last + 1n];
      });
      const top = 1n << BigInt(bits);
      const stretches = [...new Set([0n, ...edges])].filter((value) => value < top);
      expect(stretches.length).toBeGreaterThan(20);
      for (const value of stretches) {
        const address = addressOf(value, bits);
        expect(lets(blocks, value), address.toString()).toBe(isPublicAddress(address));
      }
    },
  );

  it('has ports 80 and 443 for images, and nothing else but DNS and the database', async () => {
    const ports = (await egressOf({})).map((rule) =>
      rule.ports.map(({ port, protocol }) => `${port}/${protocol}`),
    );
    expect(ports).toEqual([['53/UDP', '53/TCP'], ['5432/TCP'], ['80/TCP', '443/TCP']]);
    expect((await egressOf({})).every(({ to }) => to !== undefined && to.length > 0)).toBe(true);
  });

  it.each([
    ['one', 8443, [8443]],
    ['several', ' 8080, 8443', [8080, 8443]],
  ])('has ports of FACET_URL_PORTS as well: %s', async (_name, setting, more) => {
    const egress = await egressOf({ settings: { FACET_URL_PORTS: setting } });
    expect(egress.at(-1)?.ports.map(({ port }) => port)).toEqual([80, 443, ...more]);
  });

  it('can be closed for images', async () => {
    const egress = await egressOf({ networkPolicy: { imageUrls: false } });
    expect(JSON.stringify(egress)).not.toContain('ipBlock');
  });
});

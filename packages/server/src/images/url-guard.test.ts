import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, parseAddress, parseAllowList, parseNetwork } from './url-guard.js';

/** What a URL's host stands for, read as the fetcher reads it; null for a name or a host that is none. */
function verdict(host: string): 'public' | 'not public' | 'no address' {
  if (!URL.canParse(`http://${host}/`)) return 'no address';
  const hostname = new URL(`http://${host}/`).hostname.replace(/^\[(.*)\]$/, '$1');
  const address = parseAddress(hostname);
  if (address === null) return 'no address';
  return isPublicAddress(address) ? 'public' : 'not public';
}

/** Grouped by why they are not public; each in notations that have fooled such checks before. */
const NOT_PUBLIC: Readonly<Record<string, readonly string[]>> = {
  loopback: [
    '127.0.0.1',
    '127.0.0.0',
    '127.0.0.2',
    '127.1.2.3',
    '127.255.255.255',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::0001]',
  ],
  'loopback in short forms': ['127.1', '127.0.1', '127.65535', '127.16777215'],
  'loopback in decimal': ['2130706433', '2130706434', '2147483647'],
  'loopback in octal': ['0177.0.0.1', '0177.1', '017700000001', '00177.0000.0000.0001', '0177.0.0.01'],
  'loopback in hex': ['0x7f000001', '0x7F000001', '0x7f.0.0.1', '0x7f.1', '0x7f.0x0.0x0.0x1', '0x0000007f.1'],
  'loopback in mixed notation': ['0x7f.0.0.01', '127.0x0.0.1', '0177.0x0.1', '127.0.0x1'],
  'loopback in other digits and dots': [
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127．0．0．1',
    '127｡0.0.1',
    '%31%32%37.0.0.1',
    '127.0.0.1.',
    '127%2e0%2e0%2e1',
  ],
  'unspecified and "this network"': [
    '0.0.0.0',
    '0',
    '0x0',
    '00',
    '0.0',
    '0.1.2.3',
    '0.255.255.255',
    '[::]',
    '[0::0]',
    '[0000:0000:0000:0000:0000:0000:0000:0000]',
  ],
  private: [
    '10.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '10.1',
    '167772161',
    '0xa000001',
    '012.0.0.1',
    '172.16.0.0',
    '172.31.255.255',
    '0xac.0x10.0.1',
    '172.16.1',
    '2886729729',
    '192.168.0.1',
    '192.168.255.255',
    '192.168.1',
    '0xc0a80001',
    '3232235521',
    '0300.0250.0.1',
  ],
  'link-local, and metadata there': [
    '169.254.0.0',
    '169.254.169.254',
    '169.254.170.2',
    '169.254.255.255',
    '169.254.43518',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '[fe80::1]',
    '[fe80::]',
    '[febf:ffff::1]',
    '[fe80::a9fe:a9fe]',
  ],
  'metadata elsewhere': [
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '0xa83f8110',
  ],
  'carrier-grade NAT': ['100.64.0.0', '100.64.0.1', '100.127.255.255', '100.100.1', '1681915905'],
  benchmarking: ['198.18.0.0', '198.18.0.1', '198.19.255.255', '[2001:2::1]', '[2001:2:0:ffff::]'],
  documentation: [
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.255',
    '[2001:db8::1]',
    '[2001:db8:ffff::]',
    '[3fff::1]',
    '[3fff:fff:ffff::1]',
  ],
  'protocol assignments': [
    '192.0.0.0',
    '192.0.0.1',
    '192.0.0.170',
    '192.88.99.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
  ],
  multicast: [
    '224.0.0.1',
    '224.0.0.251',
    '232.1.2.3',
    '239.255.255.250',
    '239.255.255.255',
    '[ff02::1]',
    '[ff00::]',
    '[ff0e::1]',
    '[ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff]',
  ],
  'reserved and broadcast': [
    '240.0.0.0',
    '250.1.2.3',
    '255.255.255.254',
    '255.255.255.255',
    '0xffffffff',
    '4294967295',
    '037777777777',
  ],
  'unique local': ['[fc00::]', '[fc00::1]', '[fd00::1]', '[fdff:ffff::1]', '[fd12:3456:789a::1]'],
  'site-local of old': ['[fec0::1]', '[feff::1]'],
  'IPv4-mapped': [
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:10.0.0.1]',
    '[0:0:0:0:0:ffff:192.168.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:0.0.0.0]',
    '[::ffff:8.8.8.8]',
  ],
  'IPv4-compatible': [
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::10.0.0.1]',
    '[::169.254.169.254]',
    '[::8.8.8.8]',
    '[::2]',
    '[::ffff]',
  ],
  'IPv4-translated': ['[::ffff:0:127.0.0.1]', '[::ffff:0:a9fe:a9fe]', '[::ffff:0:8.8.8.8]'],
  NAT64: [
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b::8.8.8.8]',
    '[64:ff9b:1::10.0.0.1]',
    '[64:ff9b:1:ffff::1]',
    '[0064:ff9b::a00:1]',
  ],
  '6to4': [
    '[2002:7f00:1::]',
    '[2002:7f00:0001::1]',
    '[2002:a00:1::1]',
    '[2002:c0a8:1::1]',
    '[2002:a9fe:a9fe::]',
    '[2002:808:808::1]',
  ],
  Teredo: ['[2001::1]', '[2001:0:53aa:64c:0:0:f5ff:fffe]', '[2001:0000:4136:e378:8000:63bf:80ff:fffe]'],
  ISATAP: ['[2600:1234::5efe:10.0.0.1]', '[2600:1234::200:5efe:7f00:1]'],
  'other special IPv6': [
    '[100::1]',
    '[100:0:0:1::1]',
    '[2001:3::1]',
    '[2001:4:112::1]',
    '[2001:10::1]',
    '[2001:20::1]',
    '[2001:30::1]',
    '[2001:1ff::1]',
    '[2620:4f:8000::1]',
    '[5f00::1]',
    '[1::1]',
    '[1234::1]',
    '[4000::1]',
    '[8000::1]',
    '[e000::1]',
    '[200::1]',
    '[400::1]',
  ],
};

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '134744072',
  '0x08080808',
  '010.010.010.010',
  '[2606:4700:4700::1111]',
  '[2001:4860:4860::8888]',
  '[2a00:1450:4001::1]',
  '[2003::1]',
  '[2400:cb00::1]',
  '[2600:1234::5eff:a00:1]',
];

const NO_ADDRESS = [
  '[fe80::1%25eth0]',
  '[fe80::1%eth0]',
  '[::1',
  '256.256.256.256',
  '127.0.0.256',
  '4294967296',
  '0x100000000',
  '1.2.3.4.5',
  '127.0.0.08',
  '[::ffff:127.1]',
  '[::g]',
  'localhost',
  'example.com',
  '127.0.0.1.nip.io',
];

const rows = Object.entries(NOT_PUBLIC).flatMap(([group, hosts]) =>
  hosts.map((host) => [host, group] as const),
);

describe('isPublicAddress', () => {
  it('is tested with a large table', () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(new Set(rows.map(([host]) => host)).size).toBe(rows.length);
  });

  it.each(rows)('is false for %s (%s)', (host) => {
    expect(verdict(host)).toBe('not public');
  });

  it.each(PUBLIC)('is true for %s', (host) => {
    expect(verdict(host)).toBe('public');
  });

  it.each(NO_ADDRESS)('takes %s for a name or nothing', (host) => {
    expect(verdict(host)).toBe('no address');
  });

  it('rejects any zone', () => {
    const address = parseAddress('2606:4700:4700::1111%eth0');
    expect(address !== null && isPublicAddress(address)).toBe(false);
  });

  it('never calls an IPv6 address public that carries an IPv4 address in a known way', () => {
    const wrap = ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'];
    fc.assert(
      fc.property(fc.constantFrom(...wrap), fc.ipV4(), (prefix, ipv4) => {
        const address = parseAddress(`${prefix}${ipv4}`);
        expect(address !== null && isPublicAddress(address)).toBe(false);
      }),
    );
  });

  it('agrees for all notations of one IPv4 address', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), (number) => {
        const octets = [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
        const dotted = verdict(octets.join('.'));
        expect(verdict(String(number))).toBe(dotted);
        expect(verdict(`0x${number.toString(16)}`)).toBe(dotted);
        expect(verdict(`0${number.toString(8)}`)).toBe(dotted);
        expect(verdict(octets.map((octet) => `0x${octet.toString(16)}`).join('.'))).toBe(dotted);
        expect(verdict(octets.map((octet) => `0${octet.toString(8)}`).join('.'))).toBe(dotted);
        expect(verdict(`${octets[0] ?? 0}.${number & 0xffffff}`)).toBe(dotted);
      }),
    );
  });
});

describe('parseAddress', () => {
  it.each([
    '0x7f.1',
    '127.1',
    '2130706433',
    '010.8.8.8',
    ' 127.0.0.1',
    '127.0.0.1 ',
    '',
    'localhost',
    '[::1]',
  ])('does not parse %j', (text) => {
    expect(parseAddress(text)).toBeNull();
  });
});

describe('parseNetwork', () => {
  it.each([
    ['10.0.0.0/8', 8],
    ['10.1.2.3', 32],
    ['::1', 128],
    ['[::1]', 128],
    ['fd00::/8', 8],
    ['0.0.0.0/0', 0],
  ])('reads %s', (text, bits) => {
    expect(parseNetwork(text)?.[1]).toBe(bits);
  });

  it.each([
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10/8',
    '/8',
    'host/8',
    '10.0.0.0/0x8',
  ])('does not read %s', (text) => {
    expect(parseNetwork(text)).toBeNull();
  });
});

const allowsAddress = (entries: string[], text: string): boolean => {
  const address = parseAddress(text);
  if (address === null) throw new Error(`${text} is no address.`);
  return parseAllowList(entries).allowsAddress(address);
};

describe('parseAllowList', () => {
  it('allows a named host in any case, with a final dot, and no other', () => {
    const list = parseAllowList(['Photos.Internal']);
    expect(list.allowsHost('photos.internal', 80)).toBe(true);
    expect(list.allowsHost('PHOTOS.internal.', 80)).toBe(true);
    expect(list.allowsHost('a.photos.internal', 80)).toBe(false);
    expect(list.allowsHost('photos.internal.example.com', 80)).toBe(false);
    expect(list.allowsPort('photos.internal', 8080)).toBe(false);
  });

  it('allows a host with a port on that port alone', () => {
    const list = parseAllowList(['photos.internal:8080', '[::1]:9000', '127.0.0.1:7000']);
    expect(list.allowsHost('photos.internal', 8080)).toBe(true);
    expect(list.allowsPort('photos.internal', 8080)).toBe(true);
    expect(list.allowsHost('photos.internal', 80)).toBe(false);
    expect(list.allowsHost('[::1]', 9000)).toBe(true);
    expect(list.allowsHost('127.0.0.1', 7000)).toBe(true);
    expect(list.allowsHost('127.0.0.1', 80)).toBe(false);
  });

  it('allows networks and single addresses', () => {
    expect(allowsAddress(['10.0.0.0/8'], '10.255.0.1')).toBe(true);
    expect(allowsAddress(['10.0.0.0/8'], '11.0.0.1')).toBe(false);
    expect(allowsAddress(['10.1.2.3'], '10.1.2.3')).toBe(true);
    expect(allowsAddress(['10.1.2.3'], '10.1.2.4')).toBe(false);
    expect(allowsAddress(['fd00::/8'], 'fd12::1')).toBe(true);
    expect(allowsAddress(['fd00::/8'], '10.0.0.1')).toBe(false);
    expect(allowsAddress(['::1'], '::1')).toBe(true);
    expect(allowsAddress(['0.0.0.0/0'], '127.0.0.1')).toBe(true);
  });

  it('does not let an embedded or zoned address slip through a network', () => {
    expect(allowsAddress(['10.0.0.0/8'], '::ffff:10.0.0.1')).toBe(false);
    expect(allowsAddress(['fe80::/10'], 'fe80::1%eth0')).toBe(false);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '10/8',
    '010.0.0.0/8',
    'http://host/',
    'host/path',
    'a b',
    'host:0',
    'host:70000',
    '*.host',
    'user@host',
    '10.0.0.0/8/8',
    '[::1',
  ])('names the entry %j that it cannot read', (entry) => {
    expect(() => parseAllowList(['ok.test', entry])).toThrow(`"${entry}" is neither`);
  });
});

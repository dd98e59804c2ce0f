import { describe, expect, it } from 'vitest';
import { parseAddress } from './address-policy.js';
import { parseAllowList } from './allow-list.js';

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

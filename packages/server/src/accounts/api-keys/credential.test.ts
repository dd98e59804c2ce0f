import { describe, expect, it } from 'vitest';
import { deriveKeys } from '../secret/keys.js';
import { lookupHash, makeApiKey, sealApiKey, unsealApiKey } from './credential.js';

const KEYS = deriveKeys('a secret of the tests, long enough');
const OTHER_KEYS = deriveKeys('another secret of the tests, as long');

describe('an API key', () => {
  it('has a prefix by which leaked ones are found, and 32 URL-safe characters', () => {
    for (let n = 0; n < 100; n++) expect(makeApiKey()).toMatch(/^fct_[\w-]{32}$/);
  });

  it('never comes twice', () => {
    expect(new Set(Array.from({ length: 10_000 }, makeApiKey)).size).toBe(10_000);
  });
});

describe('the hash for looking up', () => {
  it('is the same for the same id and secret only', () => {
    const id = makeApiKey();
    expect(lookupHash(KEYS, id)).toMatch(/^[\da-f]{64}$/);
    expect(lookupHash(KEYS, id)).toBe(lookupHash(KEYS, id));
    expect(lookupHash(KEYS, id)).not.toBe(lookupHash(OTHER_KEYS, id));
    expect(lookupHash(KEYS, id)).not.toBe(lookupHash(KEYS, makeApiKey()));
  });
});

describe('the sealed copy', () => {
  const id = makeApiKey();
  const sealed = sealApiKey(KEYS, 'acc_1', id);

  it('opens with the same secret', () => {
    expect(unsealApiKey(KEYS, 'acc_1', sealed)).toBe(id);
    expect(unsealApiKey(KEYS, 'acc_1', sealApiKey(KEYS, 'acc_1', 'kürzer'))).toBe('kürzer');
  });

  it('is different each time', () => {
    expect(sealApiKey(KEYS, 'acc_1', id)).not.toBe(sealed);
  });

  it('does not open with another secret', () => {
    expect(unsealApiKey(OTHER_KEYS, 'acc_1', sealed)).toBeNull();
  });

  it('does not open for another account', () => {
    expect(unsealApiKey(KEYS, 'acc_2', sealed)).toBeNull();
  });

  it('does not open when a single bit of it is changed', () => {
    const bytes = Buffer.from(sealed.slice(2), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(unsealApiKey(KEYS, 'acc_1', `1.${changed.toString('base64url')}`)).toBeNull();
    }
  });

  it.each(['', '1.', 'no', '2.abc', sealed.slice(0, 20), sealed.slice(0, -4), sealed.slice(2)])(
    'does not open when it is cut or of another kind: "%s"',
    (text) => {
      expect(unsealApiKey(KEYS, 'acc_1', text)).toBeNull();
    },
  );
});

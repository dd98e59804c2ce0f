import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deriveKeys, openKeys, type Keys } from './keys.js';

const SECRET = 'correct horse battery staple, and more';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-keys-'));
});
afterEach(() => rm(folder, { recursive: true }));

const material = ({ lookup, sealing, sessions }: Keys): string[] => [
  lookup.export().toString('hex'),
  sealing.export().toString('hex'),
  Buffer.from(sessions, 'base64url').toString('hex'),
];

describe('keys', () => {
  it('are three different ones of 256 bits, the same each time', () => {
    const keys = material(deriveKeys(SECRET));
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toHaveLength(64);
    expect(material(deriveKeys(SECRET))).toEqual(keys);
  });

  it('stay what they are from release to release: API keys depend on them', () => {
    expect(material(deriveKeys(SECRET))).toEqual(PINNED);
  });

  it('of another secret have nothing in common with them', () => {
    const others = material(deriveKeys(`${SECRET}.`));
    expect(material(deriveKeys(SECRET)).filter((key) => others.includes(key))).toEqual([]);
  });

  it('are not derived from a short secret', () => {
    expect(() => deriveKeys('x'.repeat(31))).toThrow(/at least 32 characters/);
  });

  it('do not show in what is logged of them', () => {
    const keys = deriveKeys(SECRET);
    const [lookup = '', sealing = ''] = material(keys);
    const shown = inspect(keys.lookup) + inspect(keys.sealing) + JSON.stringify([keys.lookup, keys.sealing]);
    expect(shown).not.toContain(lookup);
    expect(shown).not.toContain(sealing);
  });
});

/** Worked out apart from this code, with HMAC alone. */
const PINNED = [
  'c79f27ddb59f588a8f4bb40d8d8b65ef24785eeaa2a72dd930292ab17875c182',
  '7ee1ffddedc845cab98f2302765a8180de61d6300c6d9ee4e9427d73b6db3702',
  '5ec46f81338604642610b45e569348affc235a818ad5b765449d3c9c2521bd0a',
];

describe('the secret file', () => {
  const path = (): string => join(folder, 'new', 'secret');
  const open = (): Promise<Keys> => openKeys({ dataDir: join(folder, 'new') });

  it('is made at the first start, random, and found again at the second', async () => {
    const first = material(await open());
    expect(await readFile(path(), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(material(await open())).toEqual(first);
    expect(material(await openKeys({ dataDir: join(folder, 'other') }))).not.toEqual(first);
  });

  it.skipIf(process.platform === 'win32')(
    'is readable by its owner only, and so is a new folder',
    async () => {
      await open();
      expect((await stat(path())).mode & 0o777).toBe(0o600);
      expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700);
    },
  );

  it('is the same for many that start at once, and leaves no draft behind', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, open));
    expect(new Set(opened.map((keys) => material(keys).join())).size).toBe(1);
    expect(await readdir(join(folder, 'new'))).toEqual(['secret']);
  });

  it('may move to the environment, which comes before it', async () => {
    const kept = material(await open());
    const secret = (await readFile(path(), 'utf8')).trim();
    expect(material(await openKeys({ secret, dataDir: folder }))).toEqual(kept);
    expect(await readdir(folder)).toEqual(['new']);
    expect(material(await openKeys({ secret: SECRET, dataDir: join(folder, 'new') }))).toEqual(
      material(deriveKeys(SECRET)),
    );
  });

  it('that is cut off is rejected, and never overwritten', async () => {
    await open();
    await writeFile(path(), 'abc\n');
    await expect(open()).rejects.toThrow(/secret must hold a secret of at least 32 characters; restore it/);
    expect(await readFile(path(), 'utf8')).toBe('abc\n');
  });

  it('that cannot be made stops the start', async () => {
    await writeFile(join(folder, 'new'), 'a file where the folder should be');
    await expect(open()).rejects.toThrow(/ENOTDIR|EEXIST/);
  });
});

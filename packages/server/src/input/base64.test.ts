import { describe, expect, it } from 'vitest';
import { decodeBase64, type Base64Result } from './base64.js';
import { textBytes } from './text-bytes.js';

const MEGABYTE = 1024 * 1024;

interface Decoded {
  readonly result: Base64Result;
  readonly pauses: number;
  readonly claimed: number;
}

async function decode(text: string, maxBytes = 20 * MEGABYTE): Promise<Decoded> {
  let pauses = 0;
  let claimed = 0;
  const result = await decodeBase64(textBytes(text), {
    maxBytes,
    pace: () => {
      pauses += 1;
      return Promise.resolve();
    },
    claim: (bytes) => (claimed += bytes),
  });
  return { result, pauses, claimed };
}

describe('a large Base64 text', () => {
  it.each([
    ['without white space', 'QUJD'.repeat(MEGABYTE)],
    ['with a blank in each group', 'QU JD'.repeat(MEGABYTE)],
    ['of blanks', ' '.repeat(4 * MEGABYTE)],
    ['with a wrong character at its end', `${'QUJD'.repeat(MEGABYTE)}!`],
  ])('%s lets others have their turn every 64 KB', async (_, text) => {
    const { pauses } = await decode(text);
    expect(pauses).toBeGreaterThanOrEqual(Math.floor(text.length / (64 * 1024)) - 1);
  });

  it('claims the memory of its bytes, and no more than the limit', async () => {
    expect((await decode('QUJD'.repeat(1000))).claimed).toBe(3000);
    expect(await decode('QUJD'.repeat(1000), 100)).toMatchObject({ result: 'too-large', claimed: 100 });
    expect(await decode(' '.repeat(4000), 100)).toMatchObject({ result: 'empty', claimed: 100 });
  });
});

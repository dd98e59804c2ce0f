import { beforeAll, describe, expect, it } from 'vitest';
import { claimSize, encoder, samplePixels } from '../image/synthetic-images.test.fixture.js';
import { newDecodeMutex, withDecodeMutex } from './decode-mutex.js';

const MAX_MS = 20_000;

const locked = <Result>(
  mutex: SharedArrayBuffer | undefined,
  file: Uint8Array,
  decode: () => Promise<Result>,
  { maxWaitMs = MAX_MS, checkCancelled = (): void => undefined } = {},
): Promise<Result> => withDecodeMutex(mutex, { file, maxWaitMs, checkCancelled, decode });

describe('the decodes of the two images of a call', () => {
  let large: Buffer;
  let small: Buffer;

  beforeAll(async () => {
    small = await encoder(await samplePixels(64, 48))
      .jpeg({ progressive: true })
      .toBuffer();
    large = claimSize(small, 6000, 4000);
  });

  /** Runs two at once, each of which ends when the other has begun or it is clear that it will not. */
  async function mostAtOnce(mutex: SharedArrayBuffer | undefined, files: readonly Buffer[]): Promise<number> {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      for (let look = 0; look < 20 && most < files.length; look++)
        await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
    };
    await Promise.all(files.map((file) => locked(mutex, file, work)));
    return most;
  }

  it('run one after the other where both need much memory', async () => {
    expect(await mostAtOnce(newDecodeMutex(), [large, large])).toBe(1);
  });

  it('run side by side where one of them does not, or where each has a call of its own', async () => {
    expect(await mostAtOnce(newDecodeMutex(), [large, small])).toBe(2);
    expect(await mostAtOnce(undefined, [large, large])).toBe(2);
  });

  it('release the mutex when one fails', async () => {
    const mutex = newDecodeMutex();
    const failure = locked(mutex, large, () => Promise.reject(new Error('broken')));
    await expect(failure).rejects.toThrow('broken');
    expect(await locked(mutex, large, () => Promise.resolve('decoded'))).toBe('decoded');
  });

  it('do not wait for ever for a thread that has died', async () => {
    const mutex = newDecodeMutex();
    void locked(mutex, large, () => new Promise(() => undefined));
    expect(await locked(mutex, large, () => Promise.resolve('decoded'), { maxWaitMs: 30 })).toBe('decoded');
  });

  it('stop waiting when the caller has cancelled', async () => {
    const mutex = newDecodeMutex();
    void locked(mutex, large, () => new Promise(() => undefined));
    const checkCancelled = (): void => {
      throw new Error('cancelled');
    };
    const waiting = locked(mutex, large, () => Promise.resolve('decoded'), { checkCancelled });
    await expect(waiting).rejects.toThrow('cancelled');
  });
});

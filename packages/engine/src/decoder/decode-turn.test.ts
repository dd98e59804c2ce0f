import { beforeAll, describe, expect, it } from 'vitest';
import { claimSize, encoder, samplePixels } from '../image/made-images.test.fixture.js';
import { inTurn, newDecodeTurn } from './decode-turn.js';

const LONGEST_MS = 20_000;

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
  async function mostAtOnce(turn: SharedArrayBuffer | undefined, files: readonly Buffer[]): Promise<number> {
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++running);
      for (let look = 0; look < 20 && most < files.length; look++)
        await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
    };
    await Promise.all(files.map((file) => inTurn(turn, file, LONGEST_MS, work)));
    return most;
  }

  it('run one after the other where both need much memory', async () => {
    expect(await mostAtOnce(newDecodeTurn(), [large, large])).toBe(1);
  });

  it('run side by side where one of them does not, or where each has a call of its own', async () => {
    expect(await mostAtOnce(newDecodeTurn(), [large, small])).toBe(2);
    expect(await mostAtOnce(undefined, [large, large])).toBe(2);
  });

  it('leave the turn to the other when one fails', async () => {
    const turn = newDecodeTurn();
    const failure = inTurn(turn, large, LONGEST_MS, () => Promise.reject(new Error('broken')));
    await expect(failure).rejects.toThrow('broken');
    expect(await inTurn(turn, large, LONGEST_MS, () => Promise.resolve('decoded'))).toBe('decoded');
  });

  it('do not wait for ever for a thread that has died', async () => {
    const turn = newDecodeTurn();
    // Its turn never ends.
    void inTurn(turn, large, LONGEST_MS, () => new Promise(() => undefined));
    expect(await inTurn(turn, large, 30, () => Promise.resolve('decoded'))).toBe('decoded');
  });
});

import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_DECODE_LIMITS as limits } from '../image/decode-limits.js';
import { decodePhoto } from '../image/decode.js';
import { handMadePng, pngChunk, samplePhoto, zeros } from '../image/made-images.test.fixture.js';
import { DecoderProcess } from './decoder-process.js';

const started: DecoderProcess[] = [];
const start = (changes: Partial<typeof limits> = {}): DecoderProcess => {
  const decoder = new DecoderProcess({ ...limits, ...changes });
  started.push(decoder);
  return decoder;
};
afterEach(() => {
  for (const decoder of started.splice(0)) decoder.close();
});

/** Takes seconds to decode. */
const SLOW = handMadePng(
  { width: 10_000, height: 20_000, bits: 16, colour: 6 },
  pngChunk('IDAT', zeros(20_000 * (1 + 10_000 * 8))),
);

const isRunning = (pid: number | undefined): boolean => {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a decoder process', () => {
  it('gives the same photo as decoding right here, again and again', async () => {
    const decoder = start();
    const here = await decodePhoto(samplePhoto(), limits);
    for (let n = 0; n < 3; n++) {
      const { pixels, size, scale } = await decoder.decode(samplePhoto());
      expect({ size, scale }).toEqual({ size: here.size, scale: here.scale });
      expect(Buffer.from(pixels.data).equals(here.pixels.data)).toBe(true);
    }
  });

  it('runs at a lower priority than the service', async () => {
    const decoder = start();
    await decoder.ready();
    expect(getPriority(decoder.pid)).toBe(Math.min(19, getPriority() + 5));
  });

  it('gives typed errors, and goes on', async () => {
    const decoder = start();
    const { pid } = decoder;
    await expect(decoder.decode(Buffer.from('just text'))).rejects.toMatchObject({ code: 'image-format' });
    await expect(decoder.decode(samplePhoto().subarray(0, 9000))).rejects.toMatchObject({
      code: 'image-truncated',
    });
    await decoder.decode(samplePhoto());
    expect(decoder.pid).toBe(pid);
  });

  it('takes a smaller limit of pixels for one file, and no larger one', async () => {
    const decoder = start({ pixels: 100 * 100 });
    const wanted = { code: 'image-too-many-pixels', details: { limit: 100 * 100 } };
    await expect(decoder.decode(samplePhoto(), { pixels: 1e9 })).rejects.toMatchObject(wanted);
    const roomy = start();
    await expect(roomy.decode(samplePhoto(), { pixels: 100 * 100 })).rejects.toMatchObject(wanted);
    await expect(roomy.decode(samplePhoto())).resolves.toBeDefined();
  });

  it('takes a smaller limit of work for one file, and no larger one', async () => {
    const wanted = { code: 'image-too-complex', details: { measure: 'work-ms', limit: 1 } };
    await expect(start({ workMs: 1 }).decode(samplePhoto(), { workMs: 1e9 })).rejects.toMatchObject(wanted);
    const roomy = start();
    await expect(roomy.decode(samplePhoto(), { workMs: 1 })).rejects.toMatchObject(wanted);
    const { workMs } = await roomy.decode(samplePhoto());
    await expect(roomy.decode(samplePhoto(), { workMs })).resolves.toMatchObject({ workMs });
  });

  it('is killed when it passes its deadline, and replaced', async () => {
    const decoder = start({ seconds: 1 });
    await decoder.decode(samplePhoto());
    const { pid = 0 } = decoder;
    // Stopped by the system: like native code that never comes back.
    process.kill(pid, 'SIGSTOP');
    await expect(decoder.decode(samplePhoto())).rejects.toMatchObject({
      code: 'image-decode-timeout',
      details: { seconds: 1 },
    });
    expect(isRunning(pid)).toBe(false);
    await decoder.ready();
    expect(decoder.pid).not.toBe(pid);
  });

  it('is killed while it is busy, too', async () => {
    const decoder = start({ seconds: 0.2, pixels: 1e9, workMs: 1e9 });
    await decoder.ready();
    await expect(decoder.decode(SLOW)).rejects.toMatchObject({ code: 'image-decode-timeout' });
  });

  it.runIf(process.platform === 'linux')('is killed when it has used its processor time', async () => {
    const decoder = start({ cpuSeconds: 0.2, pixels: 1e9, workMs: 1e9 });
    await decoder.ready();
    await expect(decoder.decode(SLOW)).rejects.toMatchObject({
      code: 'image-decode-timeout',
      details: { cpuSeconds: 0.2 },
    });
    await expect(decoder.decode(samplePhoto())).resolves.toBeDefined();
  });

  it.runIf(process.platform === 'linux')('is killed when it takes too much memory', async () => {
    const residentBytes = 110 * 1024 * 1024;
    const held = handMadePng(
      { width: 7000, height: 6000, interlaced: true },
      pngChunk('IDAT', zeros(7000 * 6000 * 3 + 20_000)),
    );
    const decoder = start({ residentBytes, heldBytes: 2 ** 28, workMs: 1e9, cpuSeconds: 60 });
    await decoder.decode(samplePhoto());
    const { pid = 0 } = decoder;
    await expect(decoder.decode(held)).rejects.toMatchObject({
      code: 'image-decode-memory',
      details: { limit: residentBytes },
    });
    expect(isRunning(pid)).toBe(false);
    await expect(decoder.decode(samplePhoto())).resolves.toBeDefined();
  });

  it('that dies fails only its own file', async () => {
    const decoder = start();
    await decoder.decode(samplePhoto());
    const { pid = 0 } = decoder;
    process.kill(pid, 'SIGSTOP');
    const lost = decoder.decode(samplePhoto());
    process.kill(pid, 'SIGKILL');
    await expect(lost).rejects.toMatchObject({ code: 'engine-worker-died' });
    await expect(decoder.decode(samplePhoto())).resolves.toBeDefined();
  });

  it('ends when it is closed, and decodes nothing more', async () => {
    const decoder = start();
    await decoder.ready();
    const { pid } = decoder;
    decoder.close();
    await expect(decoder.decode(samplePhoto())).rejects.toMatchObject({ code: 'engine-closed' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

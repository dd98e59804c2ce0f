import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_DECODE_LIMITS as limits } from '../image/decode-limits.js';
import { decodePhoto } from '../image/decode.js';
import { handMadePng, pngChunk, samplePhoto, zeros } from '../image/synthetic-images.test.fixture.js';
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

/** Processor time of a process, in hundredths of a second. */
const ticksOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
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
    await expect(roomy.decode(samplePhoto(), { workMs: 1e9 })).resolves.toBeDefined();
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
    const grownBytes = 40 * 1024 * 1024;
    const held = handMadePng(
      { width: 7000, height: 6000, interlaced: true },
      pngChunk('IDAT', zeros(7000 * 6000 * 3 + 20_000)),
    );
    const decoder = start({ grownBytes, heldBytes: 2 ** 28, workMs: 1e9, cpuSeconds: 60 });
    await decoder.decode(samplePhoto());
    const { pid = 0 } = decoder;
    await expect(decoder.decode(held)).rejects.toMatchObject({
      code: 'image-decode-memory',
      details: { limit: grownBytes },
    });
    expect(isRunning(pid)).toBe(false);
    await expect(decoder.decode(samplePhoto())).resolves.toBeDefined();
  });

  it('that dies before it comes to a file leaves it to its successor', async () => {
    const decoder = start();
    await decoder.decode(samplePhoto());
    const { pid = 0 } = decoder;
    process.kill(pid, 'SIGSTOP');
    const decoded = decoder.decode(samplePhoto());
    process.kill(pid, 'SIGKILL');
    await expect(decoded).resolves.toBeDefined();
    expect(decoder.pid).not.toBe(pid);
  });

  it('leaves it to one successor only', async () => {
    const decoder = start();
    await decoder.ready();
    const pids = new Set<number>();
    const stopped = (): number => {
      const { pid = 0 } = decoder;
      pids.add(pid);
      process.kill(pid, 'SIGSTOP');
      return pid;
    };
    const first = stopped();
    const lost = decoder.decode(samplePhoto());
    process.kill(first, 'SIGKILL');
    await expect.poll(() => decoder.pid !== first && decoder.pid !== undefined).toBe(true);
    process.kill(stopped(), 'SIGKILL');
    await expect(lost).rejects.toMatchObject({ code: 'engine-worker-died' });
    expect(pids.size).toBe(2);
    await expect(decoder.decode(samplePhoto())).resolves.toBeDefined();
  });

  it.runIf(process.platform === 'linux')('that a file ends fails it, and no other', async () => {
    const decoder = start({ pixels: 1e9, workMs: 1e9, cpuSeconds: 60 });
    await decoder.ready();
    const { pid = 0 } = decoder;
    const before = ticksOf(pid);
    const lost = decoder.decode(SLOW);
    lost.catch(() => undefined);
    await expect.poll(() => ticksOf(pid) - before).toBeGreaterThan(20);
    process.kill(pid, 'SIGSEGV');
    await expect(lost).rejects.toMatchObject({ code: 'engine-worker-died' });
    await expect(decoder.decode(samplePhoto())).resolves.toBeDefined();
  });

  it.runIf(process.platform === 'linux')(
    'is replaced when it holds too much memory after a file',
    async () => {
      const decoder = start({ idleBytes: 1 });
      await decoder.decode(samplePhoto());
      const { pid } = decoder;
      await decoder.decode(samplePhoto());
      expect(decoder.pid).not.toBe(pid);
      await expect.poll(() => isRunning(pid)).toBe(false);
    },
  );

  it('ends when it is closed, and decodes nothing more', async () => {
    const decoder = start();
    await decoder.ready();
    const { pid } = decoder;
    decoder.close();
    await expect(decoder.decode(samplePhoto())).rejects.toMatchObject({ code: 'engine-closed' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe.runIf(process.platform === 'linux')('what a decoder process may do', () => {
  const read = (pid: number | undefined, file: string): string =>
    readFileSync(`/proc/${pid ?? 0}/${file}`, 'latin1');

  it('has no variable of the service', async () => {
    process.env['FACET_TEST_SECRET'] = 'hidden';
    const decoder = start();
    await decoder.ready();
    delete process.env['FACET_TEST_SECRET'];
    const names = read(decoder.pid, 'environ')
      .split('\0')
      .map((entry) => entry.split('=')[0]);
    expect(
      names.filter((name) => !/^(|PATH|PWD|LD_LIBRARY_PATH|MALLOC_\w+|UV_\w+)$/.test(name ?? '')),
    ).toEqual([]);
  });

  it('has no open file of the service', async () => {
    const open = openSync(tmpdir(), 'r');
    const decoder = start();
    await decoder.ready();
    const folder = `/proc/${decoder.pid ?? 0}/fd`;
    const targets = readdirSync(folder).map((fd) => readlinkSync(`${folder}/${fd}`));
    closeSync(open);
    // Pipes to the service, and what Node makes for itself.
    expect(targets.filter((target) => !/^(pipe:|anon_inode:|socket:|\/dev\/null$)/.test(target))).toEqual([]);
    expect(targets.length).toBeGreaterThan(2);
  });

  it('writes no file and no core dump, and opens few files', async () => {
    const decoder = start();
    await decoder.ready();
    const limits = read(decoder.pid, 'limits');
    expect(limits).toMatch(/^Max file size +0 +0 /m);
    expect(limits).toMatch(/^Max core file size +0 +0 /m);
    expect(limits).toMatch(/^Max open files +64 +64 /m);
    await expect(decoder.decode(samplePhoto())).resolves.toBeDefined();
  });

  it.runIf(spawnSync('setpriv', ['--version']).status === 0)('gets no new privileges', async () => {
    const decoder = start();
    await decoder.ready();
    expect(read(decoder.pid, 'status')).toMatch(/^NoNewPrivs:\s+1$/m);
  });

  it('is the first to be killed when memory runs out', async () => {
    const decoder = start();
    await decoder.ready();
    expect(read(decoder.pid, 'oom_score_adj').trim()).toBe('1000');
  });
});

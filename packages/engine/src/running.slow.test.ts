import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError, openEngine, openStore, type Engine } from '@facet/engine';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimSize, handMadePng, pngChunk, zeros } from './image/synthetic-images.test.fixture.js';
import { sample, SAMPLES } from './image/sample-photos.test.fixture.js';
import { WEIGHTS } from './models/manifest.js';

let engine: Engine;
let small: readonly Buffer[];

beforeAll(async () => {
  engine = await openEngine({ workers: 2 });
  small = await Promise.all(SAMPLES.map((n) => sharp(sample(n)).resize({ width: 480 }).jpeg().toBuffer()));
});
afterAll(() => engine.close());

const picture = (index: number): Buffer => small[index % small.length] ?? Buffer.alloc(0);
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fulfilled',
    (error: unknown) => (error instanceof EngineError ? error.code : `untyped: ${String(error)}`),
  );

describe('results', () => {
  it('are the same to the last bit, however many run side by side', async () => {
    const alone = await Promise.all(small.map(async (image) => (await engine.vector(image)).vector));
    const order = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 5, 2];
    const together = await Promise.all(order.map(async (i) => (await engine.vector(picture(i))).vector));
    together.forEach((vector, i) => {
      expect(vector).toEqual(alone[order[i] ?? 0]);
    });
  });

  it('of analyse are the same as well', async () => {
    const all = await Promise.all([0, 1, 0, 1].map(async (i) => (await engine.analyse(picture(i))).faces));
    expect(all[2]).toEqual(all[0]);
    expect(all[3]).toEqual(all[1]);
  });

  it('leave the caller the bytes of the image', async () => {
    const bytes = Uint8Array.from(picture(0));
    await engine.vector(bytes);
    expect(Buffer.from(bytes).equals(picture(0))).toBe(true);
  });

  it('report the time of each stage', async () => {
    const { timings } = await engine.vector(picture(0));
    expect(Object.keys(timings).sort()).toEqual(['decode', 'detect', 'landmarks', 'queue', 'vector']);
    for (const ms of Object.values(timings)) expect(ms).toBeGreaterThanOrEqual(0);
  });
});

describe('the priority of workers', () => {
  const priorityOf = (thread: number): number | null => {
    try {
      return getPriority(thread);
    } catch {
      // It has ended meanwhile.
      return null;
    }
  };

  // Other systems have no priority of a single thread.
  it.runIf(process.platform === 'linux')('is lower than that of the main thread', async () => {
    const lowered = Math.min(19, getPriority(process.pid) + 5);
    const threads = (await readdir('/proc/self/task')).map(Number);
    expect(threads.filter((thread) => priorityOf(thread) === lowered).length).toBeGreaterThanOrEqual(2);
    expect(getPriority(process.pid)).toBeLessThan(lowered);
  });
});

describe('bad images', () => {
  const bad: readonly (readonly [string, string, () => Uint8Array])[] = [
    ['nothing', 'image-empty', () => new Uint8Array(0)],
    ['a text', 'image-format', () => Buffer.from('This is no image. '.repeat(50))],
    ['a GIF', 'image-format', () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['half a photo', 'image-truncated', () => picture(0).subarray(0, picture(0).length / 2)],
    [
      'a JPEG that claims 108 megapixels',
      'image-too-many-pixels',
      () => claimSize(picture(0), 12_000, 9_000),
    ],
    [
      'a small PNG that unpacks to 900 megapixels',
      'image-too-many-pixels',
      () => handMadePng({ width: 30_000, height: 30_000 }, pngChunk('IDAT', zeros(50_000_000))),
    ],
    [
      'a PNG whose header promises more than there is',
      'image-unreadable',
      () => handMadePng({ width: 5000, height: 5000 }, pngChunk('IDAT', zeros(10_000))),
    ],
    [
      'too many bytes',
      'image-too-many-bytes',
      () => Buffer.concat([picture(0), Buffer.alloc(21 * 1024 * 1024)]),
    ],
  ];

  it.each(bad)('%s: %s', async (_, code, make) => {
    expect(await outcome(engine.analyse(make()))).toBe(code);
    expect(await outcome(engine.vector(make()))).toBe(code);
  });

  it('make match name the image, and stop the work on the other', async () => {
    await expect(engine.match(picture(0), Buffer.from('no image'))).rejects.toMatchObject({
      code: 'image-format',
      details: { image: 2 },
    });
    await expect(engine.match(new Uint8Array(0), picture(0))).rejects.toMatchObject({
      code: 'image-empty',
      details: { image: 1 },
    });
    expect(await outcome(engine.vector(picture(0)))).toBe('fulfilled');
  });
});

describe('cancelling', () => {
  it('before the call', async () => {
    expect(await outcome(engine.vector(picture(0), { signal: AbortSignal.abort() }))).toBe('aborted');
    expect(await outcome(engine.match(picture(0), picture(1), { signal: AbortSignal.abort() }))).toBe(
      'aborted',
    );
  });

  it('during the call, and the engine goes on', async () => {
    const stop = new AbortController();
    const calls = Array.from({ length: 6 }, (_, i) =>
      outcome(engine.analyse(sample(SAMPLES[i] ?? 1), { signal: stop.signal })),
    );
    await Promise.race([engine.vector(picture(0)), new Promise((resolve) => setTimeout(resolve, 100))]);
    stop.abort();
    const outcomes = await Promise.all(calls);
    expect(outcomes).toContain('aborted');
    expect(outcomes.filter((o) => o !== 'aborted' && o !== 'fulfilled')).toEqual([]);
    expect(await outcome(engine.vector(picture(1)))).toBe('fulfilled');
    expect(engine.load()).toMatchObject({ workers: 2, waiting: 0 });
  });
});

describe('an engine of its own', () => {
  it('rejects more calls than may wait, and any once it is closed', async () => {
    const tight = await openEngine({ workers: 1, maxWaiting: 2 });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => outcome(tight.vector(picture(0)))));
    expect(outcomes.slice(0, 3)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(new Set(outcomes.slice(3))).toEqual(new Set(['engine-busy']));
    const running = outcome(tight.vector(picture(0)));
    const waiting = outcome(tight.vector(picture(0)));
    await tight.close();
    expect([await running, await waiting]).toEqual(['fulfilled', 'engine-closed']);
    expect(await outcome(tight.analyse(picture(0)))).toBe('engine-closed');
  });

  it('keeps its own limits', async () => {
    const strict = await openEngine({ workers: 1, limits: { pixels: 10_000 } });
    await expect(strict.analyse(picture(0))).rejects.toMatchObject({ code: 'image-too-many-pixels' });
    await strict.close();
  });
});

describe('models that are not right', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'facet-models-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** A folder with all weights, as an operator without a registry would prepare it. */
  async function prepare(name: string): Promise<{ sourceDir: string; cacheDir: string }> {
    const sourceDir = join(folder, name);
    await mkdir(sourceDir);
    const paths = await openStore().ensure(WEIGHTS.map((weight) => weight.name));
    for (const [file, path] of paths) await copyFile(path, join(sourceDir, file));
    return { sourceDir, cacheDir: join(folder, `${name}-cache`) };
  }

  it('a folder that is not there is an error that names the file', async () => {
    const opening = openEngine({ sourceDir: join(folder, 'nowhere'), cacheDir: join(folder, 'empty') });
    await expect(opening).rejects.toMatchObject({ code: 'model-missing' });
  });

  it('a damaged file is an error that names it, and once it is repaired, the engine opens', async () => {
    const options = await prepare('damaged');
    const victim = WEIGHTS[0];
    if (victim === undefined) throw new Error('the manifest is empty');
    const path = join(options.sourceDir, victim.name);
    const sound = await readFile(path);
    const damaged = Buffer.from(sound);
    damaged.writeUInt8(damaged.readUInt8(1000) ^ 1, 1000);
    await writeFile(path, damaged);
    const open = (): Promise<Engine> => openEngine({ ...options, workers: 1 });
    await expect(open()).rejects.toMatchObject({
      code: 'model-corrupt',
      message: expect.stringContaining(victim.name) as string,
    });
    await writeFile(path, sound);
    const engine = await open();
    expect(await outcome(engine.vector(picture(0)))).toBe('fulfilled');
    await engine.close();
  });
});

import { loadGallery } from '@facet/gallery/files';
import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manyOf, portrait, scratch, type Scratch } from './photos.js';
import { facet, jsonLines, startFacet, type Running } from './run-facet.js';

const SLOW = 300_000;
/** Enough that a signal comes before the end, also on a fast machine. */
const COUNT = 40;
const ENV = { FACET_WORKERS: '1' };

let place: Scratch;
beforeAll(async () => {
  place = await scratch();
  const photo = await portrait(0, place.path('one.jpg'), 200);
  await manyOf(photo, place.path('photos'), COUNT);
  await manyOf(photo, place.path('before', 'ada'), 1);
  for (let n = 0; n < COUNT; n++) await manyOf(photo, place.path('people', `person ${n}`), 1);
});
afterAll(() => place.remove());

const entries = async (journal: string): Promise<string[]> => {
  const text = await readFile(place.path(journal), 'utf8').catch(() => '');
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  return jsonLines(complete).flatMap(({ photo }) => (typeof photo === 'string' ? [photo] : []));
};

/** Starts a run, and returns when its journal has some entries. */
async function underWay(journal: string, args: string[]): Promise<Running> {
  const running = startFacet(args, { cwd: place.folder, env: ENV });
  while ((await entries(journal)).length < 3) {
    if (running.process.exitCode !== null) throw new Error((await running.ended).err);
    await sleep(20);
  }
  return running;
}

/** Starts a run, and sends it the signal when its journal has some entries. */
async function interrupted(signal: NodeJS.Signals, journal: string, args: string[]): Promise<number | null> {
  const running = await underWay(journal, args);
  running.process.kill(signal);
  const { code, err } = await running.ended;
  if (signal === 'SIGINT') {
    expect(err).toContain('Interrupted.');
    expect(err).toContain('the same command continues from there');
  }
  return code;
}

describe.each([
  ['SIGINT', 130],
  ['SIGKILL', null],
] as const)('after %s', (signal, expected) => {
  it('a run goes on where it stopped, and gives the complete result', { timeout: SLOW }, async () => {
    const journal = `${signal}.journal`;
    const args = ['vector', 'photos', '--json', '--resume', journal];
    expect(await interrupted(signal, journal, args)).toBe(expected);
    const kept = await entries(journal);
    expect(kept.length).toBeGreaterThanOrEqual(3);
    expect(kept.length).toBeLessThan(COUNT);
    const { code, out } = await facet(args, { cwd: place.folder, env: ENV });
    expect(code).toBe(0);
    const names = jsonLines(out).map(({ photo }) => photo);
    expect(names).toEqual(
      Array.from({ length: COUNT }, (_, n) => `photos/${String(n).padStart(5, '0')}.jpg`),
    );
    // Each photo was worked on once: what was kept stands at the beginning still, and nothing is there twice.
    const all = await entries(journal);
    expect(all.slice(0, kept.length)).toEqual(kept);
    expect(all).toHaveLength(COUNT);
    expect(new Set(all).size).toBe(COUNT);
  });
});

describe('enrolling', () => {
  it('keeps what is done in the gallery after Ctrl-C, and goes on', { timeout: SLOW }, async () => {
    const args = ['enrol', 'people', '--gallery', 'g.facet'];
    expect(await interrupted('SIGINT', 'g.facet.journal', args)).toBe(130);
    const kept = (await loadGallery(place.path('g.facet'))).vectorCount;
    expect(kept).toBeGreaterThanOrEqual(1);
    expect(kept).toBeLessThan(COUNT);
    const { code, out } = await facet(args, { cwd: place.folder, env: ENV });
    expect(code).toBe(0);
    expect(out).toContain(`now ${COUNT} people, ${COUNT} vectors`);
    await expect(stat(place.path('g.facet.journal'))).rejects.toThrow('ENOENT');
  });

  it('loses nothing to a crash', { timeout: SLOW }, async () => {
    const args = ['enrol', 'people', '--gallery', 'crashed.facet'];
    await interrupted('SIGKILL', 'crashed.facet.journal', args);
    expect((await stat(place.path('crashed.facet.lock'))).isFile()).toBe(true);
    const { code, out } = await facet(args, { cwd: place.folder, env: ENV });
    expect(code).toBe(0);
    expect(out).toContain(`${COUNT} added, now ${COUNT} people, ${COUNT} vectors`);
    await expect(stat(place.path('crashed.facet.lock'))).rejects.toThrow('ENOENT');
  });

  it('keeps other changes of the gallery out until it has ended', { timeout: SLOW }, async () => {
    const at = { cwd: place.folder, env: ENV };
    expect(await facet(['enrol', 'before', '--gallery', 'busy.facet'], at)).toMatchObject({ code: 0 });
    const enrolling = await underWay('busy.facet.journal', ['enrol', 'people', '--gallery', 'busy.facet']);
    enrolling.process.kill('SIGSTOP');
    try {
      for (const args of [
        ['gallery', 'remove', 'busy.facet', 'ada'],
        ['gallery', 'rename', 'busy.facet', 'ada', 'eve'],
        ['gallery', 'merge', 'busy.facet', 'busy.facet'],
        ['enrol', 'before', '--gallery', 'busy.facet'],
      ]) {
        const { code, err } = await facet(args, at);
        expect(code).toBe(1);
        expect(err).toContain(
          `busy.facet is in use by another facet command, pid ${enrolling.process.pid}; nothing was changed.`,
        );
      }
      // Reading needs no lock: the file is always complete.
      expect(await facet(['gallery', 'list', 'busy.facet'], at)).toMatchObject({ code: 0 });
    } finally {
      enrolling.process.kill('SIGCONT');
    }
    expect(await enrolling.ended).toMatchObject({ code: 0 });
    expect(await facet(['gallery', 'remove', 'busy.facet', 'ada'], at)).toMatchObject({ code: 0 });
    const gallery = await loadGallery(place.path('busy.facet'));
    expect([gallery.size, gallery.has('ada')]).toEqual([COUNT, false]);
  });
});

it('rejects a journal of another command', { timeout: SLOW }, async () => {
  const { code, err } = await facet(['detect', 'photos', '--resume', 'SIGINT.journal'], {
    cwd: place.folder,
  });
  expect(code).toBe(2);
  expect(err).toContain('belongs to another run');
});

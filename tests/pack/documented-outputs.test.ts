import { codeBlocks, commandsOf, looksLike, startService, type StartedService } from '@facet/test-support';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { portrait, sample, scratch, type Scratch } from '../cli/photos.js';

const DEADLINE_MS = 150_000;
const FACET = fileURLToPath(new URL('../../packages/cli/bin/facet.mjs', import.meta.url));
const ADMIN = fileURLToPath(new URL('../../packages/server/bin/facet-admin.mjs', import.meta.url));

/** Differs from machine to machine in more than numbers; its own tests look at every line of it. */
const DOCTOR = 'facet doctor';

/** The sample that the guide lets its readers download. */
const PORTAL_GROUP = fileURLToPath(
  new URL('../../packages/portal/public/samples/2-group.jpg', import.meta.url),
);

const API_KEY = 'documented-outputs-key';

let place: Scratch;
let service: StartedService;
beforeAll(async () => {
  place = await scratch();
  service = await startService({ apiKey: API_KEY, env: { FACET_COLLECTIONS: '1' } });
  await mkdir(place.path('bin'));
  for (const [name, program] of [
    ['facet', FACET],
    ['facet-admin', ADMIN],
  ] as const) {
    await writeFile(place.path('bin', name), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    await chmod(place.path('bin', name), 0o755);
  }
  await layOutPhotos();
});
afterAll(async () => {
  await service.stop();
  await place.remove();
});

/** The photos that the examples name. */
async function layOutPhotos(): Promise<void> {
  await mkdir(place.path('party', 'late'), { recursive: true });
  await mkdir(place.path('photos'));
  await copyFile(sample(3), place.path('party', 'friends.jpg'));
  await copyFile(PORTAL_GROUP, place.path('group.jpg'));
  await copyFile(sample(1), place.path('party', 'late', 'bar.jpg'));
  await writeFile(place.path('party', 'notes.jpg'), 'no photo');
  await portrait(0, place.path('people', 'ada', 'id-card.jpg'), 400);
  await portrait(1, place.path('selfie.jpg'), 420);
  await portrait(3, place.path('people', 'grace', '1.jpg'), 350);
  await portrait(2, place.path('photos', '1.jpg'));
  await writeFile(place.path('password.txt'), 'a password of some length\n');
}

interface Ended {
  readonly code: number;
  readonly printed: string;
}

/** Runs a line as it stands in a document; the commands of the project are on the path. */
function run(line: string, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const here = line
    .replace(/^npx /, '')
    .replace(/^npm run (?:--silent )?admin -- /, 'facet-admin ')
    .replaceAll('~/', `${place.folder}/`)
    .replaceAll('"${fpath[1]}/', `"${place.folder}/`);
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', `exec 2>&1; ${here}`],
      {
        cwd: place.folder,
        timeout: DEADLINE_MS,
        env: {
          ...process.env,
          PATH: `${place.path('bin')}${delimiter}${process.env['PATH'] ?? ''}`,
          FACET_DATA_DIR: service.dataDir,
          FACET_WORKERS: '1',
          NO_COLOR: '1',
          ...env,
        },
      },
      (error, printed) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? Number.NaN), printed });
      },
    );
  });
}

/** All commands of a document in their order, with the outputs that it shows. */
const commands = (document: string, wanted: RegExp): { line: string; output: string }[] =>
  codeBlocks(document)
    .flatMap((block) => commandsOf(block))
    .filter(({ line }) => wanted.test(line) && line !== DOCTOR);

const ANY_FACET = /^(?:npx )?facet /;
const ANY_ADMIN = /^(?:(?:npx )?facet-admin |npm run (?:--silent )?admin -- (?:accounts|plans|usage))/;

describe('docs/cli.md', () => {
  it('shows what the command prints', { timeout: 20 * DEADLINE_MS }, async () => {
    await mkdir(place.path('.local/share/bash-completion/completions'), { recursive: true });
    await mkdir(place.path('.config/fish/completions'), { recursive: true });
    const all = commands('docs/cli.md', ANY_FACET);
    expect(all.length).toBeGreaterThan(12);
    for (const { line, output } of all) {
      // The people whom the examples of galleries name, and another gallery.
      if (line.startsWith('facet gallery list')) await makeGalleries();
      const { code, printed } = await run(line);
      const fails = printed.includes('failed');
      expect(code, `${line}\n${printed}`).toBe(fails ? 1 : 0);
      if (output !== '')
        expect.soft(looksLike(output, printed), `${line}\n${printed}\nshown:\n${output}`).toBe(true);
    }
  });

  async function makeGalleries(): Promise<void> {
    for (const name of ['bob', 'person-003']) await portrait(1, place.path('more', name, '1.jpg'));
    for (const gallery of ['people.facet', 'other.facet'])
      expect((await run(`facet enrol more/ --gallery ${gallery}`)).code).toBe(0);
  }
});

describe('docs/accounts.md', () => {
  it('shows what the command prints', { timeout: 20 * DEADLINE_MS }, async () => {
    const all = commands('docs/accounts.md', ANY_ADMIN);
    expect(all.length).toBeGreaterThan(10);
    for (const { line, output } of all) {
      const { code, printed } = await run(line);
      expect(code, `${line}\n${printed}`).toBe(0);
      if (output === '') continue;
      // Which rows a table has depends on what was done before; its columns do not.
      const isTable = /^[A-Z]+ /.test(output);
      const [shown, real] = isTable ? [firstLine(output), firstLine(printed)] : [output, printed];
      expect.soft(looksLike(shown, real), `${line}\n${printed}\nshown:\n${output}`).toBe(true);
    }
  });

  const firstLine = (text: string): string => text.split('\n')[0] ?? '';
});

describe('docs/privacy.md', () => {
  it('removes a person with the command that it names', async () => {
    const [removal] = commands('docs/privacy.md', ANY_FACET);
    expect((await run('facet enrol people/ --gallery people.facet')).code).toBe(0);
    expect((await run(removal?.line ?? '')).code).toBe(0);
    expect((await run('facet gallery list people.facet')).printed).not.toContain('ada');
  });
});

describe('docs/collections.md', () => {
  it('has commands that work, one after the other', { timeout: 20 * DEADLINE_MS }, async () => {
    const all = commands('docs/collections.md', ANY_FACET);
    expect(all.length).toBeGreaterThan(6);
    for (const { line } of all) {
      const { code, printed } = await run(line, { FACET_URL: service.url, FACET_API_KEY: API_KEY });
      // Not all photos of the examples pass the enrolment check, and one file is no photo.
      expect(code, `${line}\n${printed}`).toBe(printed.includes('failed') ? 1 : 0);
    }
  });
});

describe('the comparison of outputs', () => {
  it.each([
    ['one 0.953', 'one   0.955', true],
    ['one 0.953', 'one 0.976', false],
    ['0.09 of 1', '0.1 of 1', true],
    ['box 417,448 534,607', 'box 417,447 534,608', true],
    ['box 417,448 534,607', 'box 417,448 534,609', false],
    ['2 faces', '3 faces', false],
    ['in 5.6 s', 'in 11.2 s', true],
    ['one 1', 'two 1', false],
    ['one 1\ntwo', 'one 1', false],
    ['one 1\n…', 'one 1\ntwo\nthree', true],
    ['one 1\n…', 'two 1\ntwo\nthree', false],
    ['{"a":[0.1,…', '{"a":[0.1,2]}', true],
    ['{"a":[0.1,…', '{"a":[0.2,2]}', false],
    ['{"a":[1,…', '{"b":[1,2]}', false],
    ['user_id fct_abc', 'user_id   fct_X-y', true],
    ['ended at 2026-11-15T05:57:57Z', 'ended at 2027-01-02T03:04:05Z', true],
    ['name  x … (y)', 'name x 12', true],
    ['name  x … (y)', 'other x 12', false],
  ])('%j and %j: %s', (shown, real, same) => {
    expect(looksLike(shown, real)).toBe(same);
  });
});

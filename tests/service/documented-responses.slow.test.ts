import { codeBlocks, commandsOf, differences, parseShownJson, type CodeBlock } from '@facet/test-support';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postForm } from './calls.js';
import { emptyPicture, threePeople } from './photos.js';
import { freePort, startService, API_KEY, type StartedService } from './started-service.js';

const CALL_DEADLINE_MS = 60_000;

let service: StartedService;
let folder: string;

beforeAll(async () => {
  const port = await freePort();
  folder = await mkdtemp(join(tmpdir(), 'facet-documents-'));
  service = await startService({
    PORT: String(port),
    FACET_URL_ALLOW: `127.0.0.1:${port}`,
    FACET_COLLECTIONS: '1',
    FACET_DEEPSTACK: '1',
  });
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What stands for the reader's own values in the examples. */
const filledIn = (script: string): string =>
  script
    .replaceAll(/^FACET=.*$/gm, `FACET=${service.url}`)
    .replaceAll(/^API_KEY=.*$/gm, `API_KEY=${API_KEY}`)
    .replaceAll('https://example.com/photo.jpg', `${service.url}/samples/4-same-person-then.jpg`)
    .replaceAll('https://example.com/missing.jpg', `${service.url}/samples/none.jpg`);

/** Runs a block as a reader would who has set both variables, and gives back what it printed. */
async function run({ text }: CodeBlock): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-e', '-c', filledIn(text)], {
    cwd: folder,
    timeout: CALL_DEADLINE_MS,
    env: { ...process.env, FACET: service.url, API_KEY: API_KEY },
  });
  return stdout;
}

/** In our form, or in that of DeepStack. */
const isSuccess = ({ success }: { readonly success: boolean }): boolean => success;

const isCall = (block: CodeBlock): boolean =>
  block.language === 'sh' && commandsOf(block).some(({ line }) => line.startsWith('curl '));

describe.each(['README.md', 'docs/getting-started.md', 'docs/api.md', 'docs/home.md'])(
  'the calls of %s',
  (document) => {
    const blocks = codeBlocks(document);
    const calls = blocks.flatMap((block, n) => {
      const after = blocks[n + 1];
      return isCall(block) ? [{ block, shown: after?.language === 'json' ? after.text : undefined }] : [];
    });

    it('are found, and no response stands without its call', () => {
      expect(calls.length).toBeGreaterThan(0);
      const shown = calls.filter((call) => call.shown !== undefined);
      expect(shown).toHaveLength(blocks.filter(({ language }) => language === 'json').length);
    });

    it('give the responses that are shown', { timeout: calls.length * CALL_DEADLINE_MS }, async () => {
      for (const { block, shown } of calls) {
        const printed = await run(block);
        if (shown !== undefined)
          expect.soft(differences(parseShownJson(shown), JSON.parse(printed)), block.text).toEqual([]);
        else if (printed !== '') expect(JSON.parse(printed), block.text).toSatisfy(isSuccess);
      }
    });
  },
);

it('the error at the top of docs/errors.md is what the service responds with', async () => {
  const [shown] = codeBlocks('docs/errors.md');
  const { body } = await postForm(`${service.url}/match_faces`, {
    img_1: await emptyPicture(),
    img_2: await threePeople(),
  });
  expect(differences(parseShownJson(shown?.text ?? ''), body)).toEqual([]);
});

describe('the comparison', () => {
  const shown = parseShownJson(
    '{ "a": "x", "b": [0.1, 2, …], "score": "0.25", "c": { "x": 7, … }, "face_rectangle": [7, 8], "rate": 1e-9 }',
  );
  const same = { a: 'x', b: [0.1, 2], score: '0.25', c: { x: 7 }, face_rectangle: [7, 8], rate: 1e-9 };

  it('lets measured numbers differ a little, and more follow where the document says so', () => {
    const real = {
      a: 'x',
      b: [0.1049, 2, 5],
      score: '0.242',
      c: { x: 8, e: null },
      face_rectangle: [6, 9],
      rate: 1.5e-9,
    };
    expect(differences(shown, real)).toEqual([]);
  });

  it.each([
    [{ ...same, a: 'y' }, 'answer.a'],
    [{ ...same, b: [0.1] }, 'answer.b[1]'],
    [{ ...same, b: [0.3, 2] }, 'answer.b[0]'],
    [{ ...same, b: [0.1, 3] }, 'answer.b[1]'],
    [{ ...same, score: 0.25 }, 'answer.score'],
    [{ ...same, score: '0.27' }, 'answer.score'],
    [{ ...same, c: { x: 9 } }, 'answer.c.x'],
    [{ ...same, c: {} }, 'answer.c'],
    [{ ...same, face_rectangle: [7, 10] }, 'answer.face_rectangle[1]'],
    [{ ...same, rate: 1e-5 }, 'answer.rate'],
    [{ ...same, e: 1 }, 'answer has the fields'],
  ])('finds what differs in %j', (real, where) => {
    expect(differences(shown, real).join()).toContain(where);
  });
});

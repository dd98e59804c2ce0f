import { weightSources } from '@facet/engine';
import {
  EVERY_ADDRESS,
  ISOLATED_MAIN,
  isolatedEnv,
  isolationProblem,
  SERVER_MAIN,
  startService,
  type IsolatedFolder,
} from '@facet/test-support';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyCache } from '../failure/models-cache.js';
import { smallPhoto } from '../shared/photos.js';
import { postFiles, postJson, API_KEY } from '../shared/service.js';
import {
  evaluated,
  expectNoTrace,
  expectOnly,
  isolatedFolder,
  NOTHING,
  runIsolated,
  untilOthersReport,
} from './run-isolated.js';

const problem = await isolationProblem();
if (problem !== null)
  console.warn(
    `SKIPPED: tests that nothing leaves the machine. They need root on Linux, unshare, ip and overlayfs.\n${problem}`,
  );

const COMMAND = fileURLToPath(new URL('../../../packages/cli/bin/facet.mjs', import.meta.url));
const SERVICE = [process.execPath, SERVER_MAIN];

let folder: IsolatedFolder;
let photo: Buffer;
beforeEach(async () => {
  photo = await smallPhoto();
});

/** A folder with the models and a photo. */
async function preparedFolder(): Promise<IsolatedFolder> {
  const made = await isolatedFolder();
  await copyCache(join(made.path, 'cache'));
  await writeFile(made.photo, photo);
  return made;
}

/** All four operations, and an image that the service fetches. */
async function callEverything(url: string): Promise<void> {
  const two = { img_1: photo, img_2: photo };
  const responses = [
    await postFiles(`${url}/get_face_vec`, { img: photo }),
    await postFiles(`${url}/get_image_attr`, { image_attr: photo }),
    await postFiles(`${url}/match_faces`, two),
    await postFiles(`${url}/compare_faces`, two),
    await postJson(`${url}/get_face_vec`, { img: 'http://photos.example/photo.jpg' }),
  ];
  for (const { body } of responses) expect(body).toMatchObject({ code: '1000' });
}

describe.skipIf(problem !== null)('with an empty home, and nothing that tells of a test', () => {
  it('the service looks up and connects to what the caller named, and leaves no file, until after its end', async () => {
    folder = await preparedFolder();
    const env = { ...isolatedEnv(folder, SERVICE), FACET_WORKERS: '1' };
    const service = await startService({ main: ISOLATED_MAIN, apiKey: API_KEY, env });
    try {
      await callEverything(service.url);
      await untilOthersReport();
      await callEverything(service.url);
    } finally {
      expect(await service.stop(), service.log()).toBe(0);
    }
    const photoHost = `${EVERY_ADDRESS}:80`;
    await expectOnly(folder, { lookups: ['photos.example'], connections: [photoHost, photoHost] });
    await expectNoTrace(folder);
  });

  it('what is not recorded one by one still shows: other ports, IPv6, UDP, files anywhere', async () => {
    folder = await isolatedFolder();
    const program = evaluated(`
      const { connect } = require('node:net');
      for (const host of ['203.0.113.9', '2001:db8::9']) connect(8443, host).on('error', () => {});
      const udp = require('node:dgram').createSocket('udp4');
      udp.send('x', 9999, '203.0.113.9', () => udp.close());
      require('node:fs').writeFileSync('/var/tmp/trace', '');
      require('node:fs').appendFileSync('/etc/hosts', '# changed');`);
    expect(await runIsolated(folder, program).ended).toEqual({ code: 0, written: '' });
    expect((await folder.record()).end).toMatchObject({
      otherConnections: 2,
      otherPackets: 1,
      changedFiles: ['/etc/hosts', '/var/tmp/trace'],
    });
  });

  it('a first start asks the registry, then the official addresses of the models, and nobody else', async () => {
    folder = await isolatedFolder();
    const env = { PORT: '8080', npm_config_registry: 'http://registry.example/' };
    const { code, written } = await runIsolated(folder, SERVICE, env).ended;
    expect(code, written).toBe(1);
    expect(written).toContain('registry.example');
    const official = weightSources().flatMap(({ urls }) => urls.map((url) => new URL(url).hostname));
    const { lookups, end } = await folder.record();
    expect(lookups).toContain('registry.example');
    expect(['registry.example', ...official]).toEqual(expect.arrayContaining([...lookups]));
    expect(end).toMatchObject({ otherConnections: 0, otherPackets: 0 });
    await expectNoTrace(folder);
  });

  it.each([
    ['the command', (path: string) => [process.execPath, COMMAND, 'detect', path, '--json']],
    [
      'a program that uses the engine',
      (path: string) =>
        evaluated(`
          import('@facet/engine').then(async ({ openEngine }) => {
            const engine = await openEngine({ workers: 1, cacheDir: process.env.FACET_CACHE_DIR });
            const { faces } = await engine.analyse(require('node:fs').readFileSync('${path}'));
            console.log('"face_rectangle"', faces.length);
            await engine.close();
          });`),
    ],
  ])('%s connects to nobody and leaves no file', async (_, commandFor) => {
    folder = await preparedFolder();
    const { code, written } = await runIsolated(folder, commandFor(folder.photo)).ended;
    expect(code, written).toBe(0);
    expect(written).toMatch(/face/);
    await expectOnly(folder, NOTHING);
    await expectNoTrace(folder);
  });
});

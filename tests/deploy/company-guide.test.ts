import { codeBlocks, INSTALL_DEADLINE_MS, npm } from '@facet/test-support';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bareDebian } from './shared/bare-debian.js';
import { ROOT, runTool } from './shared/run-tool.js';

let folder: string;
let installed: string;

/** One tarball, installed alone into an empty folder, as the guide says. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-company-'));
  installed = join(folder, 'opt');
  await mkdir(installed, { mode: 0o755 });
  const packed = await runTool(process.execPath, [join(ROOT, 'scripts', 'pack-command.mjs'), folder], {
    deadlineMs: INSTALL_DEADLINE_MS,
  });
  expect(packed).toMatchObject({ code: 0 });
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await npm(
    ['install', '--global', '--prefix', installed, '--ignore-scripts', '--prefer-offline', `./${tarball}`],
    folder,
  );
}, INSTALL_DEADLINE_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the packed command runs alone, without development tools', async () => {
  const photo = join(folder, 'photo.jpg');
  await copyFile(join(ROOT, 'docs', 'images', 'faces.jpg'), photo);
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  for (const name of ['facet', 'facet-faces', 'facet-admin'])
    expect((await runTool(join(installed, 'bin', name), ['--version'])).out.trim(), name).toBe(version);
  const detected = await runTool(join(installed, 'bin', 'facet'), ['detect', photo, '--csv']);
  expect(detected.out.trim().split('\n')).toHaveLength(4);
  const modules = await readdir(join(installed, 'lib', 'node_modules', 'facet-faces', 'node_modules'));
  expect(modules).toEqual(expect.arrayContaining(['@facet', 'onnxruntime-node', 'pg']));
  expect(modules).not.toEqual(expect.arrayContaining(['typescript']));
  expect(modules).not.toEqual(expect.arrayContaining(['vitest']));
});

it('the guide for a company works from the bare machine to new secrets', async () => {
  const script = codeBlocks('docs/company.md')
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('\n');
  // What cron runs works with the settings of cron alone, and says for the alert when it did.
  const cron = `
     metric=/var/lib/prometheus/node-exporter/facet_backup.prom
     test -s $metric
     rm $metric
     line=$(sed -n 's/^30 2 \\* \\* \\* root //p' /etc/cron.d/facet-backup)
     test -n "$line"
     env --ignore-environment $(grep '^[A-Z_]*=' /etc/cron.d/facet-backup) /bin/sh -c "$line" >&2
     grep '^facet_backup_timestamp_seconds [0-9]' $metric >&2`;
  // After every restart, the service serves with the newest secret and password of the database.
  const { code, out, err } = await bareDebian(folder, installed).run(
    script,
    `curl --fail --silent --show-error --retry 100 --retry-delay 1 --retry-all-errors https://faces.example.com/readyz
     facet-admin --env-file /etc/facet.env accounts list
     ${cron}`,
  );
  expect(code, err).toBe(0);
  expect(out).toContain('ada@example.com');
  expect(await readFile(join(folder, 'err'), 'utf8')).toMatch(/^\d+ rows are restored\./m);
  expect(await readFile(join(folder, 'mails'), 'utf8')).toMatch(/^To: ada@example\.com$/m);
});

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

/** Run as root after the guide, with its variables. */
const CHECKS = `
fail() { echo "$1" >&2; cat "$folder/facet.log" >&2; exit 1; }
ready() { curl --fail --silent --retry 100 --retry-delay 1 --retry-all-errors http://127.0.0.1:8080/readyz; }
key=$(sed -n 's/^api_key *//p' "$folder/out")
ready > /dev/null || fail 'The service is not ready.'
echo "settings $(stat -c %a /etc/facet.env)"
echo "call $(curl --fail --silent -H "user_id: $key" -F img=@$folder/photo.jpg https://faces.example.com/get_image_attr | cut -c 1-30)"
echo "without-tls $(curl --silent --output /dev/null --write-out '%{http_code}' -H "user_id: $key" http://faces.example.com/get_face_vec)"
# The line of cron, with the little that cron gives it.
line=$(sed -n 's/^30 2 \\* \\* \\* root //p' /etc/cron.d/facet-backup)
sleep 1
env -i $(grep = /etc/cron.d/facet-backup | grep -v '^30') sh -c "$line" > /dev/null || fail 'The line of cron failed.'
echo "metric $(grep -c '^facet_backup_timestamp_seconds [0-9]' /var/lib/prometheus/node-exporter/facet_backup.prom)"
echo "backups $(ls /var/backups/facet/facet-*.db | wc -l) $(ls /var/backups/facet/facet.env)"
# What is older than 14 days goes.
touch -d '15 days ago' "$(ls /var/backups/facet/facet-*.db | head -n 1)"
$share/backup/facet-backup /var/backups/facet --env-file /etc/facet.env > /dev/null
echo "kept $(ls /var/backups/facet/facet-*.db | wc -l)"
kill $facet; wait $facet || fail 'The service did not stop.'
`;

it('the guide for a company works from top to bottom', async () => {
  const script = codeBlocks('docs/company.md')
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('\n');
  await copyFile(join(ROOT, 'docs', 'images', 'faces.jpg'), join(folder, 'photo.jpg'));
  const { code, out, err } = await bareDebian(folder, installed).run(script, CHECKS);
  expect(code, err).toBe(0);
  expect(out.trim().split('\n')).toEqual([
    'settings 600',
    'call {"status":"ok","code":"1000","',
    'without-tls 403',
    'metric 1',
    'backups 3 /var/backups/facet/facet.env',
    'kept 3',
  ]);
  const shown = await readFile(join(folder, 'out'), 'utf8');
  // The restored copy has the account, and the rotation moved what there is.
  expect(shown).toMatch(/^acc_\w+ +ada@example\.com/m);
});

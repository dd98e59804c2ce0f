import { freePort } from '@facet/test-support';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillTemplate, startNginx } from './shared/nginx.js';
import { ROOT, runTool, type ToolRun } from './shared/run-tool.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-examples-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const tlsExample = (): Promise<string> => readFile(join(ROOT, 'deploy', 'nginx', 'tls.conf.example'), 'utf8');

it('nginx accepts the example of TLS beside the template', async () => {
  const certificate = ['-subj', '/CN=faces.example.com', '-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
  const made = await runTool('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...certificate], {
    cwd: folder,
  });
  expect(made).toMatchObject({ code: 0 });
  const template = { FACET_LISTEN: '443 ssl', FACET_UPSTREAM_SERVERS: 'server 127.0.0.1:9;' };
  await writeFile(join(folder, 'facet.conf'), await fillTemplate(template));
  const tls = (await tlsExample()).replaceAll('/etc/letsencrypt/live/faces.example.com', folder);
  await writeFile(join(folder, 'tls.conf'), tls);
  const conf = join(folder, 'nginx.conf');
  await writeFile(
    conf,
    `pid ${folder}/pid; events {} http { include ${folder}/tls.conf; include ${folder}/facet.conf; }`,
  );
  const check = await runTool('nginx', ['-t', '-c', conf, '-e', join(folder, 'error.log')]);
  expect(check).toMatchObject({ code: 0 });

  const ofCompose = await readFile(join(ROOT, 'deploy', 'nginx', 'compose-tls.conf'), 'utf8');
  await writeFile(join(folder, 'tls.conf'), ofCompose.replaceAll('/etc/nginx/tls', folder));
  await writeFile(join(folder, 'facet.conf'), await fillTemplate({ ...template, FACET_LISTEN: '8443 ssl' }));
  const again = await runTool('nginx', ['-t', '-c', conf, '-e', join(folder, 'error.log')]);
  expect(again).toMatchObject({ code: 0 });
});

it('Prometheus accepts its configuration for Compose', async () => {
  const config = join(ROOT, 'deploy', 'observability', 'compose-prometheus.yaml');
  expect(await runTool('promtool', ['check', 'config', '--syntax-only', config])).toMatchObject({ code: 0 });
});

it('without TLS there are the challenges for certificates, the way to the portal, and nothing else', async () => {
  const webRoot = join(folder, 'html');
  const challenges = join(webRoot, '.well-known', 'acme-challenge');
  await mkdir(challenges, { recursive: true });
  await writeFile(join(challenges, 'token'), 'token.thumbprint');
  await writeFile(join(webRoot, 'index.html'), 'a page');
  const port = await freePort();
  const example = (await tlsExample())
    .replaceAll(/^ssl_certificate.*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replaceAll('/var/www/html;', `${webRoot};`);
  const nginx = await startNginx(await freePort(), ['127.0.0.1:9'], example);
  try {
    const get = (path: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
    const challenge = await get('/.well-known/acme-challenge/token');
    expect(challenge.status).toBe(200);
    expect(await challenge.text()).toBe('token.thumbprint');
    expect((await get('/.well-known/acme-challenge/another')).status).toBe(404);
    expect((await get('/')).status).toBe(308);
    for (const path of ['/get_face_vec', '/index.html', '/.well-known/acme-challenge/../../index.html'])
      expect((await get(path)).status, path).toBe(403);
  } finally {
    await nginx.stop();
  }
});

describe('the unit of systemd', () => {
  const unit = readFileSync(join(ROOT, 'deploy', 'systemd', 'facet.service'), 'utf8');
  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? '';

  it('is sound to systemd-analyze, which finds what is misspelt', async () => {
    // The program must be there.
    const installed = unit.replace(valueOf('ExecStart'), process.execPath);
    const verify = async (name: string, text: string): Promise<ToolRun> => {
      const path = join(folder, name);
      await writeFile(path, text);
      return runTool('systemd-analyze', ['verify', '--man=no', path]);
    };
    expect(await verify('facet.service', installed)).toEqual({ code: 0, out: '', err: '' });
    const misspelt = installed.replace('ProtectHome=', 'ProtectHom=');
    expect((await verify('misspelt.service', misspelt)).err).toContain('ProtectHom');
  });

  it('starts a command of the package', () => {
    const [, name = ''] = /^\/opt\/facet\/bin\/([\w-]+)$/.exec(valueOf('ExecStart')) ?? [];
    expect(existsSync(join(ROOT, 'packages', 'server', 'bin', `${name}.mjs`))).toBe(true);
  });

  it('disables the telemetry of onnxruntime', () => {
    expect(unit).toMatch(/^Environment=ORT_DISABLE_TELEMETRY=1$/m);
  });

  it('gives the service its time to stop, and does not repeat what a wrong setting ends', () => {
    expect(Number(valueOf('TimeoutStopSec')) * 1000).toBeGreaterThan(10_000);
    expect(valueOf('RestartPreventExitStatus')).toBe('2');
  });
});

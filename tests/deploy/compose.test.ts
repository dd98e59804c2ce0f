import { SETTINGS } from '@facet/server/config';
import { LOCK_DEADLINE_MS } from '@facet/server/internals';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readImageFacts } from './shared/dockerfile.js';
import { ROOT, runTool, type ToolRun } from './shared/run-tool.js';

const COMPOSE = join(ROOT, 'deploy', 'compose.yaml');
const DCLINT = join(ROOT, 'node_modules', 'dclint', 'bin', 'dclint.cjs');

interface Service {
  readonly image: string;
  readonly user?: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly tmpfs: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly unknown[];
  readonly healthcheck: { readonly test: readonly string[]; readonly start_period?: string };
  readonly stop_grace_period: string;
  readonly secrets?: readonly Grant[];
  readonly configs?: readonly Grant[];
}
type Grant = string | { readonly source: string };
type Stored = Readonly<Record<string, { readonly file?: string }>>;
interface Compose {
  readonly services: Readonly<
    Record<'nginx' | 'server' | 'postgres' | 'backup' | 'prometheus' | 'node-exporter', Service>
  >;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly secrets?: Stored;
  readonly configs?: Stored;
}

/** What Compose cannot start: it copies a secret or config that is no file into the container, which is read-only. */
const impossible = ({ services, secrets = {}, configs = {} }: Compose): string[] =>
  Object.values(services)
    .filter((service) => service.read_only)
    .flatMap((service) => [
      ...(service.secrets ?? []).filter((grant) => secrets[nameOf(grant)]?.file === undefined),
      ...(service.configs ?? []).filter((grant) => configs[nameOf(grant)]?.file === undefined),
    ])
    .map(nameOf);
const nameOf = (grant: Grant): string => (typeof grant === 'string' ? grant : grant.source);

const text = readFileSync(COMPOSE, 'utf8');
const compose = parse(text) as Compose;
const { services, networks } = compose;
const tlsText = readFileSync(join(ROOT, 'deploy', 'compose.tls.yaml'), 'utf8');
/** What compose.tls.yaml adds; what it changes of nginx is a tag that only Compose knows. */
const { 'blackbox-exporter': blackboxExporter } = (
  parse(tlsText, { logLevel: 'error' }) as { readonly services: { readonly 'blackbox-exporter': Service } }
).services;
const image = readImageFacts();

/** What the compose file decides itself: where things lie in the image, who is in front of it, how it is stopped. */
const DECIDED_HERE = [
  'PORT',
  'HOST',
  'DATABASE_URL',
  'FACET_MODE',
  'FACET_DATA_DIR',
  'FACET_CACHE_DIR',
  'FACET_MODELS_DIR',
  'FACET_DEMO_API_KEY',
  'FACET_PLANS_FILE',
  'FACET_SAMPLES_DIR',
  'FACET_MAX_BODY_BYTES',
  'FACET_TRUST_PROXY',
  'FACET_DRAIN_MS',
  'FACET_SHUTDOWN_MS',
];

describe('the compose file', () => {
  it('lets every other setting of the service be made in .env, and the example names it', () => {
    const example = readFileSync(join(ROOT, 'deploy', 'compose.env.example'), 'utf8');
    for (const name of Object.keys(SETTINGS.shape).filter((setting) => !DECIDED_HERE.includes(setting))) {
      expect(services.server.environment[name], name).toContain(`\${${name}:`);
      expect(example, name).toMatch(new RegExp(`^${name}=`, 'm'));
    }
  });

  it('is sound to the linter and fits the schema of Compose', async () => {
    // The order of keys is ours: what a service is, then what it may do.
    const order = ['--disable-rule', 'service-keys-order', '--disable-rule', 'services-alphabetical-order'];
    const lint = (file: string): Promise<ToolRun> =>
      runTool(process.execPath, [DCLINT, file, '--formatter', 'json', '--max-warnings', '0', ...order]);
    const sound = await lint(COMPOSE);
    expect(sound.code, sound.out).toBe(0);
    const folder = await mkdtemp(join(tmpdir(), 'facet-compose-'));
    await writeFile(join(folder, 'compose.yaml'), text.replaceAll('healthcheck:', 'helthcheck:'));
    expect((await lint(join(folder, 'compose.yaml'))).code).not.toBe(0);
    await rm(folder, { recursive: true });
  });

  it.each(Object.entries({ ...services, blackboxExporter }))(
    'gives %s no more than it needs',
    (_name, service) => {
      expect(service.image).toMatch(/:v?\d+\.\d+/);
      expect(service.read_only).toBe(true);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
      expect(service.healthcheck.test[0]).toBe('CMD');
    },
  );

  it('gives no read-only container a secret or config that is not a file', () => {
    expect(impossible(compose)).toEqual([]);
    const postgres = { ...services.postgres, secrets: ['word'] };
    const wrong = { ...compose, services: { ...services, postgres } };
    expect(impossible({ ...wrong, secrets: { word: {} } })).toEqual(['word']);
    expect(impossible({ ...wrong, secrets: { word: { file: './word' } } })).toEqual([]);
  });

  it('waits for a server for as long as another may be at the tables', () => {
    const seconds = Number(services.server.healthcheck.start_period?.replace('s', ''));
    expect(seconds * 1000).toBeGreaterThan(LOCK_DEADLINE_MS);
  });

  it('lets in by nginx alone, and the database out nowhere', () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(['nginx', 'prometheus']);
    // Prometheus is for this machine, and only with its profile.
    expect(services.prometheus).toMatchObject({
      profiles: ['monitoring'],
      ports: [{ host_ip: '127.0.0.1' }],
    });
    expect(services.backup).toMatchObject({ profiles: ['backup'], networks: ['inside'] });
    expect(services.nginx.ports).toMatchObject([{ host_ip: '${FACET_BIND:-127.0.0.1}' }]);
    expect(services.postgres.networks).toEqual(['inside']);
    expect(networks['inside']?.internal).toBe(true);
    expect(services.nginx.networks).not.toContain('inside');
  });

  it('lets Prometheus ask the servers, for the age of the backup and for the certificate', async () => {
    const file = join(ROOT, 'deploy', 'observability', 'compose-prometheus.yaml');
    const checked = await runTool('promtool', ['check', 'config', '--syntax-only', file]);
    expect(checked.code, checked.err).toBe(0);
    const { scrape_configs: jobs } = parse(readFileSync(file, 'utf8')) as {
      scrape_configs: { dns_sd_configs: { names: string[] }[] }[];
    };
    const asked = jobs.flatMap((job) => job.dns_sd_configs.flatMap(({ names }) => names));
    expect(asked).toEqual(['server', 'node-exporter', 'blackbox-exporter']);
    for (const exporter of [services['node-exporter'], blackboxExporter])
      expect(exporter).toMatchObject({ profiles: ['monitoring'], networks: ['edge'] });
    // One writes what the other reads.
    expect(services.backup.environment['FACET_BACKUP_METRICS']).toBe('/metrics');
    expect(services.backup.volumes).toContain('backup-metrics:/metrics');
    expect(services['node-exporter'].volumes).toEqual(['backup-metrics:/metrics:ro']);
  });

  it('gives the server settings that exist, and the places to write to that the image has', () => {
    const others = Object.keys(services.server.environment).filter((name) => !(name in SETTINGS.shape));
    expect(others).toEqual(['ORT_DISABLE_TELEMETRY']);
    expect(services.server.environment['ORT_DISABLE_TELEMETRY']).toBe('1');
    const places = services.server.tmpfs.map((mount) => mount.split(':')[0]);
    expect(places).toEqual([image.volume, '/tmp']);
    const [user = ''] = image.user.split(':');
    for (const mount of services.server.tmpfs) expect(mount).toContain(`uid=${user},`);
    const gracePeriod = Number(services.server.stop_grace_period.replace('s', '')) * 1000;
    expect(Number(services.server.environment['FACET_SHUTDOWN_MS']) + 1000).toBeLessThan(gracePeriod);
  });

  it('asks for both secrets and writes none down', () => {
    expect(services.server.environment['FACET_SECRET']).toMatch(/^\$\{FACET_SECRET:\?/);
    expect(services.postgres.environment['POSTGRES_PASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
    expect(services.server.environment['DATABASE_URL']).toMatch(/:\$\{POSTGRES_PASSWORD:\?[^}]+\}@/);
    const example = readFileSync(join(ROOT, 'deploy', 'compose.env.example'), 'utf8');
    expect(example).toMatch(/^POSTGRES_PASSWORD=$/m);
    expect(example).toMatch(/^FACET_SECRET=$/m);
    const used = [...`${text}${tlsText}`.matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '');
    for (const name of used) expect(example, name).toMatch(new RegExp(`^${name}=`, 'm'));
  });
});

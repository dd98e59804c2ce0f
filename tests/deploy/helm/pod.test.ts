import { LOCK_DEADLINE_MS } from '@facet/server/internals';
import { freePort, startTemporaryPostgres, type TemporaryPostgres } from '@facet/test-support';
import { chmod } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startContained, untilStatus, type ContainedServer } from '../shared/contained-server.js';
import { readImageFacts } from '../shared/dockerfile.js';
import { chartRenderer, NEEDED, type Rendered } from '../shared/render-chart.js';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}
interface Container {
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
}
interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsUser: number; readonly runAsGroup: number };
  readonly containers: readonly [Container];
}

const START_DEADLINE_MS = 120_000;
const image = readImageFacts();

let rendered: Rendered;
let pod: Pod;
let container: Container;
let postgres: TemporaryPostgres;
let server: ContainedServer;
let url: string;
let env: Record<string, string>;

/** Everything that the container would have in its environment. */
function environment(databaseUrl: string): Record<string, string> {
  const given = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  return { ...image.env, ...rendered.one('Secret').stringData, ...given, DATABASE_URL: databaseUrl };
}

beforeAll(async () => {
  rendered = await (await chartRenderer())(NEEDED);
  pod = (rendered.one('Deployment').spec as { template: { spec: Pod } }).template.spec;
  [container] = pod.containers;
  postgres = await startTemporaryPostgres();
  // Another user must reach the socket.
  await chmod(postgres.folder, 0o755);
  const database = new URL(await postgres.createDatabase());
  database.searchParams.set('host', '/image/database');
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = { ...environment(database.toString()), PORT: String(port) };
  server = startContained({ image, env, databaseFolder: postgres.folder });
});
afterAll(async () => {
  await server.stop('SIGKILL');
  await postgres.stop();
});

describe('a pod of the chart, as a process', () => {
  it('disables the telemetry of onnxruntime', () => {
    expect(container.env).toContainEqual({ name: 'ORT_DISABLE_TELEMETRY', value: '1' });
  });

  it('fits the image: port, user and the places to write to', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(environment('')['PORT']) }]);
    expect(`${pod.securityContext.runAsUser}:${pod.securityContext.runAsGroup}`).toBe(image.user);
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([image.volume, '/tmp']);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
    });
  });

  it('passes its probes in the order in which Kubernetes asks, each in its time', async () => {
    const { startupProbe, readinessProbe, livenessProbe } = container;
    await untilStatus(server, url + startupProbe.httpGet.path, 200, START_DEADLINE_MS);
    await untilStatus(server, url + readinessProbe.httpGet.path, 200, START_DEADLINE_MS);
    for (const { httpGet, timeoutSeconds } of [livenessProbe, readinessProbe]) {
      expect(httpGet.port).toBe('http');
      const signal = AbortSignal.timeout(timeoutSeconds * 1000);
      expect((await fetch(url + httpGet.path, { signal })).status).toBe(200);
    }
  });

  it('may take longer to listen than another server may be at the tables', () => {
    const { periodSeconds, failureThreshold } = container.startupProbe;
    const startupSeconds = periodSeconds * failureThreshold;
    expect(startupSeconds * 1000).toBeGreaterThan(LOCK_DEADLINE_MS);
    const { progressDeadlineSeconds } = rendered.one('Deployment').spec as {
      progressDeadlineSeconds: number;
    };
    expect(progressDeadlineSeconds).toBeGreaterThan(startupSeconds);
  });

  it('knows every setting that it is given', () => {
    expect(server.written()).not.toContain('is not known');
  });

  it('says that it stops while it still responds, and ends within its time', async () => {
    const { FACET_DRAIN_MS: drain, FACET_SHUTDOWN_MS: shutdown } = environment('');
    const began = performance.now();
    const stopped = server.stop('SIGTERM');
    await untilStatus(server, url + container.readinessProbe.httpGet.path, 503, Number(drain));
    expect((await fetch(url + container.livenessProbe.httpGet.path)).status).toBe(200);
    expect(await stopped).toBe(0);
    const took = performance.now() - began;
    const { failureThreshold, periodSeconds } = container.readinessProbe;
    // Long enough for Kubernetes to notice, and over before the probe fails.
    expect(Number(drain)).toBeGreaterThan(failureThreshold * periodSeconds * 1000);
    expect(took).toBeGreaterThan(Number(drain));
    expect(took).toBeLessThan(pod.terminationGracePeriodSeconds * 1000);
    expect(Number(drain) + Number(shutdown) + 1000).toBeLessThan(pod.terminationGracePeriodSeconds * 1000);
  });

  it('stays alive, but is not ready, while its database is away', async () => {
    server = startContained({ image, env, databaseFolder: postgres.folder });
    await untilStatus(server, url + container.readinessProbe.httpGet.path, 200, START_DEADLINE_MS);
    await postgres.stop();
    await untilStatus(server, url + container.readinessProbe.httpGet.path, 503, 30_000);
    expect((await fetch(url + container.livenessProbe.httpGet.path)).status).toBe(200);
  });
});

import { expect, it } from 'vitest';
import { useCluster } from './shared/cluster.js';

const cluster = useCluster();

it('three servers that start at once on an empty database make its tables once, and all come up', async () => {
  const steps = await cluster().ledger.steps();
  expect(steps.length).toBeGreaterThanOrEqual(1);
  expect(new Set(steps).size).toBe(steps.length);
  for (const { service } of cluster().members)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(cluster().firstLogs.join('')).not.toMatch(/"level":"?(error|fatal|50|60)/);
});

it('a further start finds nothing to do', async () => {
  const before = await cluster().ledger.steps();
  expect(await cluster().members[0]?.service.stop()).toBe(0);
  await cluster().restart(0);
  expect(await cluster().ledger.steps()).toEqual(before);
});

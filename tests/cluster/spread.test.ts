import { signUp } from '@facet/test-support';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, makePhoto, tally, type Photo } from './shared/call.js';
import { useCluster } from './shared/cluster.js';
import { startNginx } from './shared/nginx.js';
import { UNLIMITED_PLAN } from './shared/plans.js';

const CALLS = 30;

const cluster = useCluster();
let photo: Photo;
let apiKey: string;
beforeAll(async () => {
  photo = await makePhoto();
  ({ apiKey } = await signUp(cluster().nginx.url, 'spread', UNLIMITED_PLAN));
});

describe('calls through nginx', () => {
  it('reach all three servers in turn, by the header user_id', async () => {
    const responses = [];
    for (let n = 0; n < CALLS; n += 1)
      responses.push(await call(cluster().nginx.url, photo, { user_id: apiKey }));
    expect(tally(responses.map(({ code }) => code))).toEqual(new Map([['1000', CALLS]]));
    const byServer = tally(responses.flatMap(({ tried }) => tried));
    // Workers of nginx take turns of their own, so the shares may differ a little.
    for (const { port } of cluster().members)
      expect(byServer.get(port), `calls to ${port}`).toBeGreaterThanOrEqual(CALLS / 6);
    expect(byServer.size).toBe(cluster().members.length);
  });

  it('need the line for underscores in the configuration: without it nobody is known', async () => {
    const ports = cluster().members.map(({ port }) => port);
    const strict = await startNginx({
      ports,
      change: (part) => {
        const changed = part.replace('underscores_in_headers on;', 'underscores_in_headers off;');
        expect(changed).not.toBe(part);
        return changed;
      },
    });
    try {
      expect(await call(strict.url, photo, { user_id: apiKey })).toMatchObject({ status: 401, code: '4001' });
      expect(await call(strict.url, photo, { 'x-user-id': apiKey })).toMatchObject({
        status: 200,
        code: '1000',
      });
    } finally {
      await strict.stop();
    }
  });

  it('may be larger than what nginx takes by itself', async () => {
    const large = new Blob([await makePhoto(), new Uint8Array(3 * 1024 * 1024)]);
    expect(await call(cluster().nginx.url, large, { user_id: apiKey })).toMatchObject({ code: '1000' });
  });
});

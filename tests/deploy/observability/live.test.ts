import { freePort, startService, type StartedService } from '@facet/test-support';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dashboardQueries, OBSERVABILITY } from '../shared/dashboard.js';
import { startPrometheus, type Prometheus } from '../shared/prometheus.js';
import { chartRenderer, NEEDED } from '../shared/render-chart.js';

const PHOTO = new URL('../../../node_modules/@vladmandic/face-api/demo/sample2.jpg', import.meta.url);

const API_KEY = 'fct_observed-by-a-real-prometheus-0001';

/** Prometheus reads each second; a busy machine is slower. */
const POLL = { timeout: 20_000, interval: 500 };

/** What a sound service has nothing to tell about. */
const SILENT = ['Metering that failed'];

let photo: Buffer;
let photos: Server;
let service: StartedService;
let prometheus: Prometheus;

async function call(
  path: string,
  fields: Record<string, string>,
  apiKey = API_KEY,
  method = 'POST',
): Promise<number> {
  const response = await fetch(service.url + path, {
    method,
    headers: { user_id: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Every operation that alerts watch, an image by URL, and calls that are rejected. */
async function useEverything(photosPort: number): Promise<number[]> {
  const img = photo.toString('base64');
  return [
    await call('/get_image_attr', { image_attr: img }),
    await call('/get_face_vec', { img }),
    await call('/match_faces', { img_1: img, img_2: img }),
    await call('/compare_faces', { img_1: img, img_2: img }),
    await call('/get_face_vec', { img: `http://127.0.0.1:${photosPort}/photo.jpg` }),
    await call('/redact', { img }),
    await call('/liveness_session', {}),
    await call('/check_liveness', {}),
    await call('/collections/office', {}, API_KEY, 'PUT'),
    await call('/collections/office/people/ada/faces?quality=0', { img }),
    await call('/collections/office/search', { img }),
    await call('/collections/office/people/ada/verify', { img }),
    await call('/get_face_vec', { img }, 'fct_nobody-has-this-one-000000000000'),
  ];
}

beforeAll(async () => {
  photo = await readFile(PHOTO);
  const photosPort = await freePort();
  photos = createServer((_request, response) => response.end(photo));
  await new Promise<void>((resolve) => photos.listen(photosPort, '127.0.0.1', resolve));
  service = await startService({
    apiKey: API_KEY,
    env: {
      FACET_URL_ALLOW: '127.0.0.1',
      FACET_URL_PORTS: String(photosPort),
      FACET_WORKERS: '2',
      FACET_COLLECTIONS: '1',
    },
  });
  const port = await freePort();
  prometheus = await startPrometheus(port, new URL(service.url).host, join(OBSERVABILITY, 'alerts.yaml'));
  // Rates need two readings, one before the calls and one after.
  await sleep(2500);
  const statuses = await useEverything(photosPort);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 400, 200, 200, 200, 200, 401]);
  // What is counted for the first time appears with its first reading; a rate takes a second one.
  await sleep(2500);
  await useEverything(photosPort);
  await sleep(2500);
});
afterAll(async () => {
  await prometheus.stop();
  await service.stop();
  photos.close();
});

describe('a real Prometheus at a real server', () => {
  it.each(dashboardQueries('60s'))(
    'finds what the panel "$panel" asks for: $expr',
    async ({ panel, expr }) => {
      const series = await prometheus.query(expr);
      if (SILENT.includes(panel) || series.length > 0) return;
      // The reading after the last calls may still be on its way.
      await vi.waitFor(async () => {
        expect((await prometheus.query(expr)).length).toBeGreaterThan(0);
      }, POLL);
    },
  );

  it('evaluates every alert, and none fires', async () => {
    const { groups } = (await prometheus.get('/api/v1/rules')) as {
      groups: { rules: { name: string; health: string; state: string; lastError?: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(10);
    for (const { name, health, lastError } of rules) expect(health, `${name}: ${lastError ?? ''}`).toBe('ok');
    // Where the machine is busy with other things, one may be pending, and that on slow calls is right to fire at once.
    const firing = rules.filter(({ name, state }) => state === 'firing' && name !== 'FacetLatencyBudget');
    expect(firing).toEqual([]);
  });

  it('has every metric and every label value that alerts and dashboard name', async () => {
    const rules = await readFile(join(OBSERVABILITY, 'alerts.yaml'), 'utf8');
    const asked = [rules, ...dashboardQueries('60s').map(({ expr }) => expr)].join('\n');
    const selectors = [...asked.matchAll(/\b([a-z_]+)\{([^}]*)\}/g)];
    expect(selectors.length).toBeGreaterThan(60);
    for (const [, name = '', labels = ''] of selectors) {
      expect((await prometheus.query(`${name}{job="facet"}`)).length, name).toBeGreaterThan(0);
      for (const [, label = '', values = ''] of labels.matchAll(
        /(reason|check|route|stage|step)=~?"([^"]*)"/g,
      )) {
        for (const value of alternatives(values)) {
          const found = await prometheus.query(`${name}{${label}="${value}"}`);
          expect(found.length, `${name} ${label} ${value}`).toBeGreaterThan(0);
        }
      }
    }
  });

  it('has the metric that the autoscaler looks at', async () => {
    const { one } = await (await chartRenderer())(NEEDED);
    const { metrics } = one('HorizontalPodAutoscaler').spec as {
      metrics: { type: string; pods?: { metric: { name: string } } }[];
    };
    expect(metrics.map(({ type }) => type)).toEqual(['Resource', 'Pods']);
    const name = metrics[1]?.pods?.metric.name ?? '';
    expect(await prometheus.query(name)).toHaveLength(1);
  });
});

/** `/(a|b)` is `/a` and `/b`. */
function alternatives(pattern: string): string[] {
  const [, before = '', inner = pattern] = /^(.*)\((.*)\)$/.exec(pattern) ?? [];
  return inner.split('|').map((each) => before + each);
}

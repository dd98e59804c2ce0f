import { EngineError } from '@facet/engine';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { postForm, postJson, postVector } from '../../calls.test.fixture.js';
import { FACELESS_IMAGE } from '../../fake-engine.test.fixture.js';
import { runApp, type RunningApp } from '../../running-app.test.fixture.js';
import { MAX_REUSE_MS } from '../../work/readiness.js';

let app: RunningApp;
let isReady = false;
beforeAll(async () => {
  app = await runApp({ checks: [{ name: 'database', isReady: () => isReady }] });
});
afterAll(() => app.close());

interface Metrics {
  readonly text: string;
  readonly value: (series: string) => number;
}

async function metricsOf(url: string): Promise<Metrics> {
  // What was written for an earlier question is not given out any more by then.
  await sleep(MAX_REUSE_MS);
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').map((line) => line.split(/ (?=\S+$)/));
  const values = new Map(lines.map(([series = '', value]) => [series, Number(value)]));
  return { text, value: (series) => values.get(series) ?? NaN };
}

describe('the metrics', () => {
  it('count rejections by their cause', async () => {
    const before = await metricsOf(app.url);
    await postVector(app.url, 'nobody-has-this-id');
    app.engine.throws = new EngineError('engine-busy');
    await postVector(app.url);
    app.engine.throws = new EngineError('engine-closed');
    await postVector(app.url);
    app.engine.throws = null;
    const after = await metricsOf(app.url);
    const rise = (reason: string): number =>
      after.value(`facet_rejections_total{reason="${reason}"}`) -
      before.value(`facet_rejections_total{reason="${reason}"}`);
    expect([rise('unknown-api-key'), rise('engine-busy'), rise('engine-closed')]).toEqual([1, 1, 1]);
    expect(rise('overloaded')).toBe(0);
  });

  it('show each value beside its limit', async () => {
    let letGo = (): void => undefined;
    app.engine.gate = new Promise<void>((resolve) => (letGo = resolve));
    const calls = Array.from({ length: 3 }, () => postVector(app.url));
    try {
      await vi.waitFor(
        async () => {
          const busy = await metricsOf(app.url);
          expect(busy.value('facet_queue_running')).toBe(2);
          expect(busy.value('facet_queue_waiting')).toBe(1);
          // The three, and the request for the metrics.
          expect(busy.value('facet_http_requests_in_flight')).toBe(4);
          expect(busy.value('facet_connections')).toBeGreaterThanOrEqual(4);
        },
        { timeout: 20_000 },
      );
    } finally {
      app.engine.gate = null;
      letGo();
    }
    await Promise.all(calls);
    const quiet = await metricsOf(app.url);
    expect(quiet.value('facet_queue_running_limit')).toBe(2);
    expect(quiet.value('facet_queue_waiting_limit')).toBe(256);
    expect(quiet.value('facet_fetches_running_limit')).toBe(32);
    expect(quiet.value('facet_workers')).toBe(1);
    expect(quiet.value('facet_workers_expected')).toBe(2);
    expect(quiet.value('facet_http_requests_in_flight')).toBe(1);
    expect(quiet.value('facet_body_bytes_limit')).toBe(512 * 1024 * 1024);
  });

  it('show each readiness check, and the version', async () => {
    isReady = false;
    expect((await metricsOf(app.url)).value('facet_ready{check="database"}')).toBe(0);
    isReady = true;
    const metrics = await metricsOf(app.url);
    expect(metrics.value('facet_ready{check="database"}')).toBe(1);
    const { version } = JSON.parse(
      await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };
    const node = process.versions.node;
    expect(metrics.value(`facet_build_info{version="${version}",node="${node}"}`)).toBe(1);
    expect(metrics.value('process_start_time_seconds')).toBeGreaterThan(0);
  });

  it('time each metering step once, also for a call that fails', async () => {
    const counts = async (): Promise<number[]> => {
      const { value } = await metricsOf(app.url);
      return ['admit', 'settle'].map((step) =>
        value(`facet_meter_duration_seconds_count{step="${step}",result="ok"}`),
      );
    };
    const [admits = NaN, settles = NaN] = await counts();
    await postForm(`${app.url}/get_face_vec`, { img: FACELESS_IMAGE });
    await postVector(app.url);
    expect(await counts()).toEqual([admits + 2, settles + 2]);
  });

  it('count fetches by their result, and name no host', async () => {
    await postJson(`${app.url}/get_face_vec`, { img: 'http://hidden-host.invalid/a.jpg' });
    await postJson(`${app.url}/get_face_vec`, { img: 'http://127.0.0.1/a.jpg' });
    const metrics = await metricsOf(app.url);
    const count = (result: string): number =>
      metrics.value(`facet_image_fetch_duration_seconds_count{result="${result}"}`);
    expect([count('name'), count('url-rejected')]).toEqual([1, 1]);
    expect(metrics.text).not.toContain('hidden-host');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readResponse, base64, postForm, postJson, postVector } from '../../calls.test.fixture.js';
import { FACE_IMAGE, FACELESS_IMAGE } from '../../fake-engine.test.fixture.js';
import { runApp, API_KEY, type RunningApp } from '../../running-app.test.fixture.js';

let app: RunningApp;
let isReady = false;
beforeAll(async () => {
  app = await runApp({
    env: { FACET_CORS_ORIGINS: 'https://app.example' },
    checks: [
      { name: 'models', isReady: () => true },
      {
        name: 'database',
        isReady: () =>
          isReady ? Promise.resolve(true) : Promise.reject(new Error('secret host unreachable')),
      },
    ],
  });
});
afterAll(() => app.close());

describe('health', () => {
  it('/healthz shows that the process is alive', async () => {
    expect(await readResponse(await fetch(`${app.url}/healthz`))).toMatchObject({
      status: 200,
      body: { code: '1000' },
    });
  });

  it('/readyz returns 503 until every check passes', async () => {
    const early = await readResponse(await fetch(`${app.url}/readyz`));
    expect(early).toMatchObject({ status: 503, body: { code: '5003', success: false } });
    expect(early.body.data['checks']).toEqual([
      { name: 'models', ready: true },
      { name: 'database', ready: false },
    ]);
    expect(JSON.stringify(early.body)).not.toContain('secret');
    isReady = true;
    expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('counts requests by route and code, and times queue, decode and stages', async () => {
    await postVector(app.url);
    await postForm(`${app.url}/get_face_vec`, { img: FACELESS_IMAGE });
    await (await fetch(`${app.url}/docs/openapi.json`)).text();
    const response = await fetch(`${app.url}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(text).toMatch(
      /facet_http_request_duration_seconds_count\{route="\/get_face_vec",status="200",code="1000"\} \d/,
    );
    expect(text).toMatch(
      /facet_http_request_duration_seconds_count\{route="\/get_face_vec",status="422",code="3001"\} 1/,
    );
    expect(text).toMatch(
      /facet_http_request_duration_seconds_count\{route="\/docs\/openapi\.json",status="200",code=""\} 1/,
    );
    expect(text).toMatch(/facet_inference_duration_seconds_count\{stage="detect"\} \d/);
    expect(text).toMatch(/facet_decode_duration_seconds_count \d/);
    expect(text).toMatch(/facet_queue_wait_seconds_count \d/);
    expect(text).toMatch(/facet_queue_waiting 0/);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds \d/);
  });
});

describe('the log', () => {
  it('holds a line for each request, and never an image, a vector, an API key or a query', async () => {
    const secret = 'a-wrong-but-secret-id';
    const img = base64(Buffer.concat([FACE_IMAGE, Buffer.from('picture content')]));
    const good = await postJson(`${app.url}/get_face_vec?note=query-secret`, { img });
    await postJson(`${app.url}/get_face_vec`, { img }, { user_id: secret });
    await postJson(`${app.url}/nothing/${API_KEY}`, { img });
    await postJson(`${app.url}/get_face_vec?bboxes=1,2,3,query-secret`, { img });
    await postJson(`${app.url}/get_face_vec`, `{"img": "${img}`);
    app.engine.throws = new Error('broken inside');
    await postJson(`${app.url}/get_face_vec`, { img });
    app.engine.throws = null;

    const log = app.log();
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const own = lines.filter(({ reqId }) => reqId === good.headers.get('x-request-id'));
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ method: 'POST', route: '/get_face_vec', status: 200, code: '1000' });
    expect(log).toContain('broken inside');
    for (const hidden of [API_KEY, secret, img.slice(0, 24), 'picture content', 'query-secret']) {
      expect(log.includes(hidden), hidden).toBe(false);
    }
    const [number] = good.body.data['vector'] as number[];
    expect(log).not.toContain(String(number));
  });
});

describe('CORS', () => {
  const preflight = (origin: string): Promise<Response> =>
    fetch(`${app.url}/match_faces`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'user_id',
      },
    });

  it('lets the configured origin call, and no other', async () => {
    const allowed = await preflight('https://app.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('user_id');
    const other = await preflight('https://other.example');
    expect(other.headers.get('access-control-allow-origin')).not.toBe('https://other.example');
  });
});

describe('OPTIONS without the headers of a preflight', () => {
  it('is rejected like any other method, in the envelope', async () => {
    const known = await readResponse(await fetch(`${app.url}/match_faces`, { method: 'OPTIONS' }));
    expect(known).toMatchObject({ status: 405, body: { status: 'error', code: '2405' } });
    expect(known.headers.get('allow')).toBe('POST');
    const headers = { origin: 'https://app.example' };
    const half = await readResponse(await fetch(`${app.url}/nothing`, { method: 'OPTIONS', headers }));
    expect(half).toMatchObject({ status: 404, body: { code: '2404' } });
    expect(half.headers.get('access-control-allow-origin')).toBe('https://app.example');
  });
});

describe('/docs', () => {
  it('has the document in JSON and YAML, written once and not open to other sites', async () => {
    const whole = app.openApi();
    for (const path of ['/openapi.json', '/docs/openapi.json', '/docs/openapi.yaml']) {
      const first = await fetch(app.url + path);
      expect(parse(await first.text()), path).toEqual(whole);
      expect(first.headers.get('access-control-allow-origin')).toBe(null);
      const etag = first.headers.get('etag') ?? '';
      const again = await fetch(app.url + path, { headers: { 'if-none-match': etag } });
      expect(again.status).toBe(304);
    }
  });

  it.each(['/docs', '/docs/'])('redirects to the reference in the portal: %s', async (path) => {
    const response = await fetch(app.url + path, { redirect: 'manual' });
    expect(response.status).toBe(302);
    const { pathname, hash } = new URL(response.headers.get('location') ?? '', app.url + path);
    expect(pathname + hash).toBe('/#/reference');
  });
});

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { base64, postForm, postJson } from './calls.js';
import { watchModules } from './loaded-modules.js';
import { emptyPicture, threePeople } from './photos.js';
import { freePort, signUp, startService, API_KEY } from './started-service.js';
import { openCollector, type CollectedSpan, type TraceCollector } from './trace-collector.js';

const SERVER_KIND = 2;
const ERROR_STATUS = 2;
const OF_TRACING = /@opentelemetry\/(?:sdk-trace|exporter|otlp|resources|core)/;

const traceIdOf = (digit: string): string => digit.repeat(32);
const PARENT = 'b7ad6b7169203331';
const traceparent = (digit: string, sampled = true): string =>
  `00-${traceIdOf(digit)}-${PARENT}-${sampled ? '01' : '00'}`;

/** Answers every path with the photo, and keeps the headers that came. */
async function serveImage(
  photo: Buffer,
): Promise<{ server: Server; port: number; seen: IncomingHttpHeaders[] }> {
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.end(photo);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port, seen };
}

describe('with a collector', () => {
  const secrets = {
    query: 'secret-in-the-query',
    path: 'secret-in-the-path',
    state: 'secret-in-tracestate',
    baggage: 'secret-in-baggage',
    file: 'secret-file-name',
    wrongId: 'secret-wrong-user-id',
    agent: 'secret-agent',
    scheme: 'secret-scheme',
  };
  let collector: TraceCollector;
  let log = '';
  let loaded: readonly string[] = [];
  let imageHeaders: readonly IncomingHttpHeaders[] = [];
  let hidden: readonly string[] = [];
  const of = (digit: string): readonly CollectedSpan[] =>
    collector.spans().filter(({ traceId }) => traceId === traceIdOf(digit));
  const named = (digit: string, name: string): CollectedSpan => {
    const found = of(digit).filter((span) => span.name === name);
    if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} spans "${name}"`);
    return found[0];
  };

  beforeAll(async () => {
    collector = await openCollector();
    const photo = await threePeople();
    const images = await serveImage(photo);
    const modules = await watchModules();
    const service = await startService({
      ...modules.env,
      FACET_URL_ALLOW: `127.0.0.1:${images.port}`,
      FACET_TRUST_PROXY: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for-the-collector',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=not-this',
      OTEL_SERVICE_NAME: 'faces',
    });
    const { url } = service;
    const headers = (digit: string, sampled = true): Record<string, string> => ({
      user_id: API_KEY,
      'user-agent': secrets.agent,
      'x-forwarded-proto': secrets.scheme,
      traceparent: traceparent(digit, sampled),
      tracestate: `vendor=${secrets.state}`,
      baggage: `who=${secrets.baggage}`,
    });
    const image = `http://127.0.0.1:${images.port}/${secrets.file}.jpg`;
    const responses = [
      await postJson(
        `${url}/match_faces?note=${secrets.query}`,
        { img_1: image, img_2: image },
        headers('1'),
      ),
      await postForm(`${url}/get_image_attr`, { image_attr: photo }, headers('2')),
      await postForm(`${url}/get_face_vec`, { img: await emptyPicture() }, headers('3')),
      await postForm(`${url}/get_face_vec`, { img: photo }, { ...headers('4'), user_id: secrets.wrongId }),
      await postJson(`${url}/${secrets.path}`, {}, headers('5')),
      await postForm(`${url}/get_face_vec`, { img: photo }, headers('6', false)),
      await postJson(`${url}/get_face_vec`, { img: `http://127.0.0.1:1/${secrets.file}` }, headers('7')),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 422, 401, 404, 200, 422]);
    const person = await signUp(url, 'traced', 'free');
    await fetch(`${url}/metrics`);
    expect(await service.stop()).toBe(0);
    log = service.log();
    loaded = await modules.loaded();
    imageHeaders = images.seen;
    images.server.close();
    hidden = [
      ...Object.values(secrets),
      ...[API_KEY, person.email, person.password, person.apiKey, person.cookie],
      ...['127.0.0.1', String(images.port), base64(photo).slice(0, 40), service.dataDir],
    ];
  });
  afterAll(() => collector.close());

  it('continues the trace of the caller, with every step as a child of the request', () => {
    const request = named('2', 'POST /get_image_attr');
    expect(request).toMatchObject({ parentSpanId: PARENT, kind: SERVER_KIND });
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'url.scheme': 'http',
      'http.route': '/get_image_attr',
      'http.response.status_code': 200,
      'facet.code': '1000',
    });
    const steps = of('2').filter(({ spanId }) => spanId !== request.spanId);
    expect(steps.map(({ name }) => name).sort()).toEqual(
      ['admit', 'analyse', 'read body', 'settle', 'wait for turn'].sort(),
    );
    for (const step of steps) {
      expect(step.parentSpanId, step.name).toBe(request.spanId);
      expect(BigInt(step.startTimeUnixNano), step.name).toBeGreaterThanOrEqual(
        BigInt(request.startTimeUnixNano),
      );
      expect(BigInt(step.endTimeUnixNano), step.name).toBeLessThanOrEqual(BigInt(request.endTimeUnixNano));
    }
  });

  it('tells how long the engine took for each stage of each image', () => {
    const { attributes } = named('1', 'analyse');
    expect(Object.keys(attributes).sort()).toEqual(
      ['decode', 'detect', 'landmarks', 'queue', 'vector'].map((stage) => `facet.stage.${stage}_ms`),
    );
    const { values } = attributes['facet.stage.decode_ms'] as { values: unknown[] };
    expect(values).toHaveLength(2);
  });

  it('has a step for each image that is fetched, whose host hears nothing of the trace', () => {
    expect(of('1').filter(({ name }) => name === 'fetch image')).toHaveLength(2);
    expect(of('1').filter(({ name }) => name === 'wait to fetch')).toHaveLength(2);
    expect(imageHeaders).toHaveLength(2);
    for (const headers of imageHeaders)
      expect(Object.keys(headers).filter((name) => /trace|baggage|b3/.test(name))).toEqual([]);
  });

  it('tells why a call was rejected, and calls only faults of the service errors', () => {
    expect(named('3', 'POST /get_face_vec')).toMatchObject({
      attributes: { 'http.response.status_code': 422, 'facet.code': '3001', 'error.type': 'no-face' },
    });
    expect(named('3', 'analyse').attributes['error.type']).toBe('no-face');
    expect(named('4', 'POST /get_face_vec').attributes).toMatchObject({ 'error.type': 'unknown-api-key' });
    expect(of('4').map(({ name }) => name)).not.toContain('read body');
    expect(named('5', 'POST').attributes).toMatchObject({ 'error.type': 'not-found' });
    expect(named('7', 'fetch image').attributes['error.type']).toBe('url-rejected');
    expect(collector.spans().filter(({ status }) => status.code === ERROR_STATUS)).toEqual([]);
  });

  it('leaves out what the caller does not want traced, and the probes', () => {
    expect(of('6')).toEqual([]);
    const routes = collector.spans().map(({ attributes }) => attributes['http.route']);
    expect(routes).toContain('/account/sign-up');
    for (const probe of ['/healthz', '/readyz', '/metrics']) expect(routes).not.toContain(probe);
  });

  it('carries nothing of who calls, from where, and with what', () => {
    expect(collector.raw().length).toBeGreaterThan(1000);
    for (const text of hidden) expect(collector.raw().includes(text), text).toBe(false);
    for (const { events, status } of collector.spans()) {
      expect(events).toEqual([]);
      expect(status.message).toBeUndefined();
    }
  });

  it('names the server as the settings say, and passes the headers for the collector', () => {
    for (const { resource } of collector.spans()) {
      expect(resource).toMatchObject({
        'service.name': 'faces',
        'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
        'deployment.environment.name': 'test',
      });
      expect(Object.keys(resource).filter((key) => /^(?:host|process|os)\./.test(key))).toEqual([]);
    }
    for (const { authorization } of collector.headers())
      expect(authorization).toBe('Bearer for-the-collector');
  });

  it('puts the trace into the log line of the request', () => {
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const own = lines.filter(({ trace_id: id }) => id === traceIdOf('3'));
    expect(own).toMatchObject([{ route: '/get_face_vec', status: 422, msg: 'request' }]);
  });

  it('has loaded OpenTelemetry', () => {
    expect(loaded.filter((url) => OF_TRACING.test(url)).length).toBeGreaterThan(10);
  });
});

describe('without a collector', () => {
  it.each([
    ['none is set', {}],
    [
      'OTEL_SDK_DISABLED says so',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' },
    ],
  ])('loads nothing of OpenTelemetry where %s', async (_where, env) => {
    const modules = await watchModules();
    const service = await startService({ ...modules.env, ...env });
    const headers = { user_id: API_KEY, traceparent: traceparent('a') };
    const answer = await postForm(`${service.url}/get_face_vec`, { img: await threePeople() }, headers);
    expect(answer.status).toBe(200);
    expect(await service.stop()).toBe(0);
    expect(service.log()).not.toContain('trace_id');
    const loaded = await modules.loaded();
    expect(loaded.some((url) => url.endsWith('/tracing/open-tracer.js'))).toBe(true);
    expect(loaded.filter((url) => OF_TRACING.test(url))).toEqual([]);
  });
});

describe('with a collector that fails', () => {
  it('answers calls as ever and says so in the log once, where the collector is down', async () => {
    const service = await startService({
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
      OTEL_EXPORTER_OTLP_TIMEOUT: '200',
    });
    const photo = await threePeople();
    const losses = (): number =>
      service.log().split('Spans could not be sent to the trace collector').length - 1;
    const call = async (): Promise<number> =>
      (await postForm(`${service.url}/get_face_vec`, { img: photo })).status;
    expect(await call()).toBe(200);
    const deadline = Date.now() + 30_000;
    while (losses() === 0 && Date.now() < deadline) await sleep(100);
    expect(await call()).toBe(200);
    // Longer than the spans of the second call wait for the next batch.
    await sleep(4000);
    expect(losses()).toBe(1);
    expect(await service.stop()).toBe(0);
  });

  it('answers calls as ever and stops in time, where the collector never responds', async () => {
    const collector = await openCollector({ responses: false });
    const service = await startService({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces`,
      // A stop that waited for it would be killed.
      OTEL_EXPORTER_OTLP_TIMEOUT: '60000',
    });
    const photo = await threePeople();
    for (let n = 0; n < 3; n++) {
      expect((await postForm(`${service.url}/get_face_vec`, { img: photo })).status).toBe(200);
      await sleep(1000);
    }
    expect(await service.stop()).toBe(0);
    expect(collector.raw()).toContain('analyse');
    await collector.close();
  });
});

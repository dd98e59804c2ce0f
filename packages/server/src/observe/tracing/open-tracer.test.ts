import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '../../boot/config/config.js';
import { ClientGone } from '../../errors.js';
import { openTracer } from './open-tracer.js';
import type { Tracer } from './trace.js';

const ERROR_STATUS = 2;

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code: number };
}

interface Batch {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

const received: { readonly request: IncomingMessage; readonly spans: SentSpan[] }[] = [];
const collector = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const { resourceSpans } = JSON.parse(body) as Batch;
    const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: each }) => each));
    received.push({ request, spans: [...spans] });
    response.end('{}');
  });
});
beforeEach(async () => {
  received.length = 0;
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const url = (): string => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

function loseNothing(message: string): void {
  throw new Error(message);
}

const open = (env: Record<string, string>, onLoss = loseNothing): Promise<Tracer | undefined> =>
  openTracer({ config: readConfig({ env, platform: 'linux', homeDir: '/home/someone' }), onLoss });

async function opened(env: Record<string, string>, onLoss = loseNothing): Promise<Tracer> {
  const tracer = await open(env, onLoss);
  if (tracer === undefined) throw new Error('Nothing is traced.');
  return tracer;
}

const REQUEST = { method: 'POST', scheme: 'http' as const, traceparent: undefined };
const OVER = { route: '/match_faces', status: 200, code: '1000', reason: null };

function traceMany(tracer: Tracer, count: number, traceparent?: string): void {
  for (let n = 0; n < count; n++) tracer.begin({ ...REQUEST, traceparent }).end(OVER);
}

it('is off without a collector, or if OpenTelemetry is switched off', async () => {
  expect(await open({})).toBeUndefined();
  expect(await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url(), OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
  expect(await open({ OTEL_EXPORTER_OTLP_ENDPOINT: url(), OTEL_SDK_DISABLED: 'false' })).toBeDefined();
});

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '', '/v1/traces'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '/', '/v1/traces'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '/prefix', '/prefix/v1/traces'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '/as/it/is', '/as/it/is'],
])('finds the collector by %s with "%s"', async (name, path, requested) => {
  const tracer = await opened({ [name]: url() + path });
  traceMany(tracer, 1);
  await tracer.close();
  expect(received.map(({ request }) => request.url)).toEqual([requested]);
});

const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNSAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00';

it.each([
  ['parentbased_always_on', '1', undefined, 100, 100],
  ['parentbased_always_on', '1', UNSAMPLED, 0, 0],
  ['parentbased_always_off', '1', undefined, 0, 0],
  ['parentbased_always_off', '1', SAMPLED, 100, 100],
  ['always_on', '1', UNSAMPLED, 100, 100],
  ['always_off', '1', SAMPLED, 0, 0],
  ['parentbased_traceidratio', '0.5', undefined, 20, 80],
  ['parentbased_traceidratio', '0', SAMPLED, 100, 100],
  ['traceidratio', '0', SAMPLED, 0, 0],
])('%s with %s traces, of 100 requests with %s, %d to %d', async (sampler, share, parent, least, most) => {
  const tracer = await opened({
    OTEL_EXPORTER_OTLP_ENDPOINT: url(),
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: share,
  });
  traceMany(tracer, 100, parent);
  await tracer.close();
  const { length } = received.flatMap(({ spans }) => spans);
  expect(length).toBeGreaterThanOrEqual(least);
  expect(length).toBeLessThanOrEqual(most);
});

it('keeps at most as many finished spans as the queue holds, and reports how many it drops', async () => {
  let lost = 0;
  const tracer = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url() }, (message) => {
    lost += Number(/lost: (\d+)/.exec(message)?.[1]);
  });
  traceMany(tracer, 10_000);
  await tracer.close();
  const { length } = received.flatMap(({ spans }) => spans);
  // A queue full, and the batches that were under way meanwhile.
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThanOrEqual(2048 + 512);
  expect(length + lost).toBe(10_000);
});

it('begins its own trace if the header is invalid', async () => {
  const tracer = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url() });
  for (const wrong of [
    '',
    'fct_secret',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    SAMPLED + '-x',
  ]) {
    const trace = tracer.begin({ ...REQUEST, traceparent: wrong });
    expect(trace.traceId, wrong).toMatch(/^[0-9a-f]{32}$/);
    expect(trace.traceId, wrong).not.toMatch(/^(?:0{32}|0af7651916cd43dd8448eb211c80319c)$/);
    trace.end(OVER);
  }
  await tracer.close();
});

it('does not record unknown HTTP methods', async () => {
  const tracer = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url() });
  tracer.begin({ ...REQUEST, method: 'SECRET' }).end({ ...OVER, route: undefined, status: 404 });
  await tracer.close();
  expect(received.flatMap(({ spans }) => spans).map(({ name }) => name)).toEqual(['HTTP']);
});

it('returns the result of a step, and passes its error on', async () => {
  const tracer = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url() });
  const trace = tracer.begin(REQUEST);
  const failure = new Error('of the step');
  expect(await trace.step('admit', () => Promise.resolve(7))).toBe(7);
  await expect(trace.step('settle', () => Promise.reject(failure))).rejects.toBe(failure);
  const endWait = trace.begin('wait for turn');
  endWait();
  endWait();
  trace.end(OVER);
  await tracer.close();
  const names = received.flatMap(({ spans }) => spans).map(({ name }) => name);
  expect(names.sort()).toEqual(['POST /match_faces', 'admit', 'settle', 'wait for turn']);
});

it('keeps every step within its request, to the nanosecond', async () => {
  const tracer = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url() });
  for (let each = 0; each < 100; each += 1) {
    const trace = tracer.begin(REQUEST);
    await trace.step('admit', () => sleep(1));
    trace.end(OVER);
  }
  await tracer.close();
  const spans = received.flatMap((batch) => batch.spans);
  const requests = new Map(
    spans.filter(({ name }) => name !== 'admit').map((request) => [request.spanId, request]),
  );
  const outside = spans.filter((step) => {
    const request = requests.get(step.parentSpanId ?? '');
    return (
      request !== undefined &&
      (BigInt(step.startTimeUnixNano) < BigInt(request.startTimeUnixNano) ||
        BigInt(step.endTimeUnixNano) > BigInt(request.endTimeUnixNano))
    );
  });
  expect([requests.size, outside]).toEqual([100, []]);
});

it('marks a failed step as an error, but not a client that disconnects', async () => {
  const tracer = await opened({ OTEL_EXPORTER_OTLP_ENDPOINT: url() });
  const trace = tracer.begin(REQUEST);
  await expect(trace.step('settle', () => Promise.reject(new Error('of the step')))).rejects.toThrow();
  await expect(trace.step('analyse', () => Promise.reject(new ClientGone()))).rejects.toThrow();
  trace.end(OVER);
  await tracer.close();
  const spans = received.flatMap((batch) => batch.spans);
  const failing = spans.filter(({ status }) => status?.code === ERROR_STATUS).map(({ name }) => name);
  expect(failing).toEqual(['settle']);
});

import { ExportResultCode } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { BoundedBatches, LossReporter } from './loss-reporter.js';

/** An exporter that fails until the test lets it succeed. */
class Failing extends InMemorySpanExporter {
  fails = true;

  override export(...[spans, done]: Parameters<InMemorySpanExporter['export']>): void {
    if (this.fails) done({ code: ExportResultCode.FAILED, error: new Error('away') });
    else super.export(spans, done);
  }
}

it('reports losses at most once a minute, with their sum, and nothing of what arrives', () => {
  const reported: string[] = [];
  let now = 0;
  const inner = new Failing();
  const exporter = new LossReporter(
    inner,
    (message) => reported.push(message),
    100,
    () => now,
  );
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  const spanAt = (ms: number): void => {
    now = ms;
    provider.getTracer('test').startSpan('admit').end();
  };
  spanAt(0);
  expect(reported).toEqual([expect.stringMatching(/lost: 1\.$/)]);
  spanAt(58_000);
  spanAt(59_000);
  expect(reported).toHaveLength(1);
  spanAt(61_000);
  expect(reported.slice(1)).toEqual([expect.stringMatching(/lost: 3\.$/)]);
  inner.fails = false;
  spanAt(200_000);
  expect(reported).toHaveLength(2);
  expect(inner.getFinishedSpans()).toHaveLength(1);
});

/** An exporter that hears back only when the test says so. */
class Slow extends InMemorySpanExporter {
  readonly responses: (() => void)[] = [];

  override export(...[spans, done]: Parameters<InMemorySpanExporter['export']>): void {
    this.responses.push(() => {
      super.export(spans, done);
    });
  }
}

it('reports every span that was dropped while the collector was slow', async () => {
  const reported: string[] = [];
  const inner = new Slow();
  const losses = new LossReporter(
    inner,
    (message) => reported.push(message),
    4,
    () => 0,
  );
  const processor = new BoundedBatches(losses, 4, { maxExportBatchSize: 2, scheduledDelayMillis: 60_000 });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  // Two are on their way, four wait, and four are too many.
  for (let n = 0; n < 10; n++) provider.getTracer('test').startSpan('admit').end();
  expect(inner.responses).toHaveLength(1);
  expect(reported).toEqual([expect.stringMatching(/lost: 1\.$/)]);
  const closed = provider.shutdown();
  while (inner.responses.length < 3) await new Promise(setImmediate);
  for (const response of inner.responses) response();
  const sent = inner.getFinishedSpans().length;
  await closed;
  expect(sent).toBe(6);
  expect(reported.slice(1)).toEqual([expect.stringMatching(/lost: 3\.$/)]);
});

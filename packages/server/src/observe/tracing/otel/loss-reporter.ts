import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';

/** How often lost spans are logged. */
const REPORT_EVERY_MS = 60_000;

/** Passes spans to an exporter, and reports from time to time how many were lost. */
export class LossReporter implements SpanExporter {
  #waiting = 0;
  #lost = 0;
  #reportedAt = -Infinity;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly report: (message: string) => void,
    private readonly mostWaiting: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether another span may be queued; otherwise it is lost. */
  mayWait(): boolean {
    if (this.#waiting >= this.mostWaiting) {
      this.#lose(1);
      return false;
    }
    this.#waiting += 1;
    return true;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#waiting -= spans.length;
    this.exporter.export(spans, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) this.#lose(spans.length);
      // The failure has been counted; the processor could do nothing about it.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    if (this.#lost > 0) this.#report();
    return this.exporter.shutdown();
  }

  #lose(count: number): void {
    this.#lost += count;
    if (this.now() - this.#reportedAt >= REPORT_EVERY_MS) this.#report();
  }

  #report(): void {
    this.report(`Spans could not be sent to the trace collector; number lost: ${this.#lost}.`);
    this.#lost = 0;
    this.#reportedAt = this.now();
  }
}

type BatchOptions = Omit<ConstructorParameters<typeof BatchSpanProcessor>[0], 'exporter' | 'maxQueueSize'>;

/**
 * Exports spans in batches. Spans beyond the queue limit are counted as lost; the base class would drop them silently.
 */
export class BoundedBatches extends BatchSpanProcessor {
  constructor(
    private readonly losses: LossReporter,
    mostWaiting: number,
    options: BatchOptions,
  ) {
    super({ ...options, exporter: losses, maxQueueSize: mostWaiting });
  }

  override onEnd(span: ReadableSpan): void {
    if (this.losses.mayWait()) super.onEnd(span);
  }
}

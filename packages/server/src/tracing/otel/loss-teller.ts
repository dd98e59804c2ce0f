import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** How often a collector that is away is worth a line in the log. */
const TELL_EVERY_MS = 60_000;

/** Hands spans on, and tells now and then how many were lost on the way. */
export class LossTeller implements SpanExporter {
  #waiting = 0;
  #lost = 0;
  #toldAt = -Infinity;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly tell: (message: string) => void,
    private readonly mostWaiting: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether one more span may wait for its turn; it is lost where not. */
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
      // Nobody else can do anything about it.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  shutdown(): Promise<void> {
    if (this.#lost > 0) this.#tell();
    return this.exporter.shutdown();
  }

  #lose(count: number): void {
    this.#lost += count;
    if (this.now() - this.#toldAt >= TELL_EVERY_MS) this.#tell();
  }

  #tell(): void {
    this.tell(`The collector of traces does not take them; ${this.#lost} spans are lost.`);
    this.#lost = 0;
    this.#toldAt = this.now();
  }
}

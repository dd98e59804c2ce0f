import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { LossReporter } from './loss-reporter.js';

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

import { BatchSpanProcessor, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { LossTeller } from './loss-teller.js';

type BatchOptions = Omit<ConstructorParameters<typeof BatchSpanProcessor>[0], 'exporter' | 'maxQueueSize'>;

/** Sends spans in batches. What finds no place to wait is told as lost; the processor itself would drop it unsaid. */
export class BoundedBatches extends BatchSpanProcessor {
  constructor(
    private readonly losses: LossTeller,
    mostWaiting: number,
    options: BatchOptions,
  ) {
    super({ ...options, exporter: losses, maxQueueSize: mostWaiting });
  }

  override onEnd(span: ReadableSpan): void {
    if (this.losses.mayWait()) super.onEnd(span);
  }
}

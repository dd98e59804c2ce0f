import type { Meter, Ticket } from '../accounts/meter/meter.js';
import type { ServiceMetrics } from './service-metrics.js';

/** The same meter, with the time that each call waits for it. */
export function measuredMeter(meter: Meter, metrics: ServiceMetrics): Meter {
  const measured = async <T>(step: 'admit' | 'settle', work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    let outcome: 'ok' | 'failed' = 'failed';
    try {
      const result = await work();
      outcome = 'ok';
      return result;
    } finally {
      metrics.observeMeter(step, outcome, performance.now() - began);
    }
  };
  // Only the first settling of a ticket asks the database.
  const settled = new WeakSet<Ticket>();
  return {
    admit: (userId) => measured('admit', () => meter.admit(userId)),
    recall: (userId) => meter.recall(userId),
    settle: (ticket, operation, outcome, counts) => {
      const settle = (): Promise<void> => meter.settle(ticket, operation, outcome, counts);
      if (settled.has(ticket)) return settle();
      settled.add(ticket);
      return measured('settle', settle);
    },
    noteRefusal: (accountId, operation, code) => {
      meter.noteRefusal(accountId, operation, code);
    },
    start: () => meter.start(),
    close: () => meter.close(),
  };
}

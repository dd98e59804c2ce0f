import type { Meter, Reservation } from '../accounts/meter/meter.js';
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
  // Only the first settling of a reservation asks the database.
  const settled = new WeakSet<Reservation>();
  return {
    admit: (userId) => measured('admit', () => meter.admit(userId)),
    recentAdmission: (userId) => meter.recentAdmission(userId),
    settle: (reservation, operation, outcome, counts) => {
      const settle = (): Promise<void> => meter.settle(reservation, operation, outcome, counts);
      if (settled.has(reservation)) return settle();
      settled.add(reservation);
      return measured('settle', settle);
    },
    noteRefusal: (accountId, operation, code) => {
      meter.noteRefusal(accountId, operation, code);
    },
    start: () => {
      meter.start();
    },
    close: () => meter.close(),
  };
}

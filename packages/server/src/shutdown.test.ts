import { describe, expect, it } from 'vitest';
import { stop } from './shutdown.js';

/** A service that closes by itself, when cancelled, when cut, or never. */
function service(
  closesAt: 'once' | 'cancelled' | 'cut' | 'never',
): Parameters<typeof stop>[0] & { steps: string[] } {
  const steps: string[] = [];
  let closed: () => void = () => undefined;
  const step = (name: string): void => {
    steps.push(name);
    if (name === closesAt) closed();
  };
  return {
    steps,
    close: () =>
      new Promise((resolve) => {
        closed = resolve;
        step('once');
      }),
    cancelRequests: () => {
      step('cancelled');
    },
    cutConnections: () => {
      step('cut');
    },
  };
}

describe('stop', () => {
  it.each([
    ['once', true, ['once']],
    ['cancelled', false, ['once', 'cancelled']],
    ['cut', false, ['once', 'cancelled', 'cut']],
    ['never', false, ['once', 'cancelled', 'cut']],
  ] as const)('goes only as far as it must: a service that closes %s', async (closesAt, polite, steps) => {
    const stopping = service(closesAt);
    expect(await stop(stopping, 20)).toBe(polite);
    expect(stopping.steps).toEqual(steps);
  });
});

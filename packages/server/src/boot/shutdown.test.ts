import { setTimeout as sleep } from 'node:timers/promises';
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
    announce: () => {
      step('announced');
    },
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
    ['once', true, ['announced', 'once']],
    ['cancelled', false, ['announced', 'once', 'cancelled']],
    ['cut', false, ['announced', 'once', 'cancelled', 'cut']],
    ['never', false, ['announced', 'once', 'cancelled', 'cut']],
  ] as const)('goes only as far as it must: a service that closes %s', async (closesAt, polite, steps) => {
    const stopping = service(closesAt);
    expect(await stop(stopping, { drainMs: 0, deadlineMs: 20 })).toBe(polite);
    expect(stopping.steps).toEqual(steps);
  });

  it('keeps serving for a while after the announcement', async () => {
    const stopping = service('once');
    const stopped = stop(stopping, { drainMs: 200, deadlineMs: 20 });
    await sleep(20);
    expect(stopping.steps).toEqual(['announced']);
    expect(await stopped).toBe(true);
    expect(stopping.steps).toEqual(['announced', 'once']);
  });
});

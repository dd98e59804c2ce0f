import { describe, expect, it } from 'vitest';
import { facesRequest, pictureSource } from '../analysis/request.js';
import type { Exchange } from '../analysis/send.js';
import { FailedCall, type Failure } from '../api/failure.js';
import { MAX_CALLS_OF_A_QUOTA, runLoop, type LoopEnd, type LoopParts } from './live-loop.js';

const REQUEST = facesRequest(pictureSource(new Blob(), 'frame.jpg'));

/** A loop on a clock of its own: every wait passes at once, and every call takes `callMs`. */
function loopOnOwnClock(responses: (call: number) => Record<string, string> | Failure, callMs = 100) {
  const stop = new AbortController();
  const clock = { now: 0 };
  const log = {
    grabbed: 0,
    sent: [] as number[],
    waits: [] as number[],
    sleeps: [] as number[],
    inFlight: 0,
  };
  const parts: LoopParts<number, { readonly exchange: Exchange }> = {
    grab: () => Promise.resolve((log.grabbed += 1)),
    analyse: async (frame) => {
      log.inFlight += 1;
      expect(log.inFlight).toBe(1);
      log.sent.push(frame);
      await Promise.resolve();
      clock.now += callMs;
      log.inFlight -= 1;
      const response = responses(log.sent.length);
      if ('kind' in response) throw new FailedCall(response as Failure);
      const headers = Object.entries(response).map(([name, value]) => ({ name, value }));
      return { exchange: { request: REQUEST, status: 200, millis: callMs, headers, text: '' } };
    },
    onResponse: () => undefined,
    onWait: (seconds) => log.waits.push(seconds),
    sleep: (milliseconds) => {
      log.sleeps.push(milliseconds);
      clock.now += milliseconds;
      return Promise.resolve();
    },
    now: () => clock.now,
    minGapMs: 0,
  };
  const run = (): Promise<LoopEnd> => runLoop(parts, stop.signal);
  return { run, log, stop, parts };
}

const rejection = (status: number, retryAfterSeconds?: number, safeToRepeat = true): Failure => ({
  kind: 'rejected',
  status,
  safeToRepeat,
  message: 'No.',
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

describe('the live loop', () => {
  it('sends one frame after the other, always the newest, and stops after some minutes', async () => {
    const { run, log } = loopOnOwnClock(() => ({}));
    expect(await run()).toEqual({ why: 'enough' });
    expect(log.sent).toEqual(log.sent.map((_, n) => n + 1));
    expect(log.sent.length).toBeGreaterThan(1000);
  });

  it('slows down to the refill rate before the rate limit is reached', async () => {
    const { run, log } = loopOnOwnClock((call) =>
      call > 10
        ? rejection(403)
        : {
            'RateLimit-Limit': '6',
            'RateLimit-Remaining': String(6 - call),
            'RateLimit-Reset': String(call),
          },
    );
    await run();
    // Three calls use half of what is free at once; from then on one call a second.
    expect(log.sleeps.slice(0, 2)).toEqual([40, 40]);
    expect(log.sleeps.slice(2, 5)).toEqual([900, 900, 900]);
  });

  it('keeps the least gap between two calls', async () => {
    const { parts, log, stop } = loopOnOwnClock((call) => (call > 3 ? rejection(403) : {}));
    await runLoop({ ...parts, minGapMs: 250 }, stop.signal);
    expect(log.sleeps).toEqual([150, 150, 150]);
  });

  it('waits as long as the service requires, then goes on', async () => {
    const { run, log } = loopOnOwnClock((call) =>
      call === 2 ? rejection(429, 7) : call === 4 ? rejection(503) : call === 6 ? rejection(403) : {},
    );
    expect(await run()).toMatchObject({ why: 'rejected', failure: { status: 403 } });
    expect(log.waits).toEqual([7, 0, 1, 0]);
    expect(log.sleeps).toContain(7000);
    expect(log.sent).toHaveLength(6);
  });

  it('ends where waiting takes too long, as with a trial that is used up', async () => {
    const { run, log } = loopOnOwnClock(() => rejection(429, 86_400));
    expect(await run()).toMatchObject({ why: 'rejected', failure: { status: 429 } });
    expect(log.sent).toHaveLength(1);
  });

  it('ends at once when the quota is used up, however short the wait', async () => {
    const { run, log } = loopOnOwnClock(() => rejection(429, 2, false));
    expect(await run()).toMatchObject({ why: 'rejected', failure: { status: 429 } });
    expect(log.sent).toHaveLength(1);
  });

  it('tries a lost connection a few times, not for ever', async () => {
    const { run, log } = loopOnOwnClock(() => ({ kind: 'unreachable', message: 'Gone.' }));
    expect(await run()).toMatchObject({ why: 'rejected', failure: { kind: 'unreachable' } });
    expect(log.sent).toHaveLength(6);
  });

  it('does not use up a quota unattended', async () => {
    const { run, log } = loopOnOwnClock(() => ({ 'X-Quota-Limit': '1000', 'X-Quota-Remaining': '900' }));
    expect(await run()).toEqual({ why: 'enough' });
    expect(log.sent).toHaveLength(MAX_CALLS_OF_A_QUOTA);
  });

  it('is over as soon as it is stopped, even in the middle of a call', async () => {
    const { log, stop, parts } = loopOnOwnClock(() => ({}));
    const ended = runLoop(
      {
        ...parts,
        analyse: async (frame, signal) => {
          stop.abort();
          return parts.analyse(frame, signal);
        },
      },
      stop.signal,
    );
    await expect(ended).rejects.toThrow();
    expect(log.sent).toHaveLength(1);
  });
});

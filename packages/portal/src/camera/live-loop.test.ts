import { describe, expect, it } from 'vitest';
import { facesRequest, pictureSource } from '../analysis/request.js';
import type { Exchange } from '../analysis/send.js';
import { FailedCall, type Failure } from '../api/failure.js';
import { MAX_CALLS_OF_A_QUOTA, runLoop, type LoopEnd, type LoopParts } from './live-loop.js';

const REQUEST = facesRequest(pictureSource(new Blob(), 'frame.jpg'));

/** A loop on a clock of its own: every wait passes at once, and every call takes `callMs`. */
function loopOnOwnClock(answers: (call: number) => Record<string, string> | Failure, callMs = 100) {
  const stop = new AbortController();
  const clock = { now: 0 };
  const log = {
    frames: 0,
    asked: [] as number[],
    waits: [] as number[],
    sleeps: [] as number[],
    inFlight: 0,
  };
  const parts: LoopParts<number, { readonly exchange: Exchange }> = {
    grab: () => Promise.resolve((log.frames += 1)),
    ask: async (frame) => {
      log.inFlight += 1;
      expect(log.inFlight).toBe(1);
      log.asked.push(frame);
      await Promise.resolve();
      clock.now += callMs;
      log.inFlight -= 1;
      const answer = answers(log.asked.length);
      if ('kind' in answer) throw new FailedCall(answer as Failure);
      const headers = Object.entries(answer).map(([name, value]) => ({ name, value }));
      return { exchange: { request: REQUEST, status: 200, millis: callMs, headers, text: '' } };
    },
    onAnswer: () => undefined,
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

const refusal = (status: number, retryAfterSeconds?: number, safeToRepeat = true): Failure => ({
  kind: 'refused',
  status,
  safeToRepeat,
  message: 'No.',
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

describe('the live loop', () => {
  it('sends one frame after the other, always the newest, and stops after some minutes', async () => {
    const { run, log } = loopOnOwnClock(() => ({}));
    expect(await run()).toEqual({ why: 'enough' });
    expect(log.asked).toEqual(log.asked.map((_, n) => n + 1));
    expect(log.asked.length).toBeGreaterThan(1000);
  });

  it('slows down to the refill rate before the rate limit is reached', async () => {
    const { run, log } = loopOnOwnClock((call) =>
      call > 10
        ? refusal(403)
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
    const { parts, log, stop } = loopOnOwnClock((call) => (call > 3 ? refusal(403) : {}));
    await runLoop({ ...parts, minGapMs: 250 }, stop.signal);
    expect(log.sleeps).toEqual([150, 150, 150]);
  });

  it('waits as long as the service asks, then goes on', async () => {
    const { run, log } = loopOnOwnClock((call) =>
      call === 2 ? refusal(429, 7) : call === 4 ? refusal(503) : call === 6 ? refusal(403) : {},
    );
    expect(await run()).toMatchObject({ why: 'refused', failure: { status: 403 } });
    expect(log.waits).toEqual([7, 0, 1, 0]);
    expect(log.sleeps).toContain(7000);
    expect(log.asked).toHaveLength(6);
  });

  it('ends where waiting takes too long, as with a trial that is used up', async () => {
    const { run, log } = loopOnOwnClock(() => refusal(429, 86_400));
    expect(await run()).toMatchObject({ why: 'refused', failure: { status: 429 } });
    expect(log.asked).toHaveLength(1);
  });

  it('ends at once when the quota is used up, however short the wait', async () => {
    const { run, log } = loopOnOwnClock(() => refusal(429, 2, false));
    expect(await run()).toMatchObject({ why: 'refused', failure: { status: 429 } });
    expect(log.asked).toHaveLength(1);
  });

  it('tries a lost connection a few times, not for ever', async () => {
    const { run, log } = loopOnOwnClock(() => ({ kind: 'unreachable', message: 'Gone.' }));
    expect(await run()).toMatchObject({ why: 'refused', failure: { kind: 'unreachable' } });
    expect(log.asked).toHaveLength(6);
  });

  it('does not use up a quota unattended', async () => {
    const { run, log } = loopOnOwnClock(() => ({ 'X-Quota-Limit': '1000', 'X-Quota-Remaining': '900' }));
    expect(await run()).toEqual({ why: 'enough' });
    expect(log.asked).toHaveLength(MAX_CALLS_OF_A_QUOTA);
  });

  it('is over as soon as it is stopped, even in the middle of a call', async () => {
    const { log, stop, parts } = loopOnOwnClock(() => ({}));
    const ended = runLoop(
      {
        ...parts,
        ask: async (frame, signal) => {
          stop.abort();
          return parts.ask(frame, signal);
        },
      },
      stop.signal,
    );
    await expect(ended).rejects.toThrow();
    expect(log.asked).toHaveLength(1);
  });
});

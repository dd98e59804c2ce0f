import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { RepeatedWork } from './repeated-work.js';

it('runs one at a time; whoever asks during a run gets another one, and shares it', async () => {
  let [runs, now, most] = [0, 0, 0];
  const repeated = new RepeatedWork(
    async () => {
      runs += 1;
      most = Math.max(most, ++now);
      await sleep(5);
      now -= 1;
    },
    () => expect.unreachable(),
  );
  const first = repeated.run();
  // It has begun.
  await Promise.resolve();
  const others = Array.from({ length: 5 }, () => repeated.run());
  expect(runs).toBe(1);
  await first;
  await Promise.all(others);
  expect([runs, most]).toEqual([2, 1]);
});

it('reports what fails, goes on at its intervals, and ends with the run under way', async () => {
  const faults: unknown[] = [];
  let runs = 0;
  let isRunning = false;
  const repeated = new RepeatedWork(
    async () => {
      isRunning = true;
      await sleep(5);
      isRunning = false;
      if (++runs === 1) throw new Error('the first');
    },
    (cause) => faults.push(cause),
  );
  repeated.start(1);
  await expect.poll(() => runs).toBeGreaterThan(2);
  await repeated.stop();
  expect(isRunning).toBe(false);
  const ended = runs;
  await sleep(20);
  expect(runs).toBe(ended);
  expect(faults).toEqual([new Error('the first')]);
});

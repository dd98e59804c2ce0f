import { expect, it, vi } from 'vitest';
import { sweepRegularly } from './sweeper.js';

it('what is over is removed again and again, also after a failure, until it is stopped', async () => {
  const faults: string[] = [];
  const sweep = vi.fn(() => Promise.reject(new Error('no database')));
  const stop = sweepRegularly([{ sweep }], (message) => faults.push(message), 5);
  await vi.waitFor(() => {
    expect(faults.length).toBeGreaterThan(1);
  }, 30_000);
  expect(faults[0]).toBe('Expired data could not be removed.');
  await stop();
  const calls = sweep.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(sweep.mock.calls.length).toBe(calls);
});

import { describe, expect, it, vi } from 'vitest';
import { withDeadline } from './with-deadline.js';

describe('a promise with a deadline', () => {
  it('gives its own result, and nothing is called late after that', async () => {
    vi.useFakeTimers();
    try {
      const onLate = vi.fn();
      expect(await withDeadline(Promise.resolve('done'), 50, onLate)).toBe('done');
      await expect(withDeadline(Promise.reject(new Error('failed')), 50, onLate)).rejects.toThrow('failed');
      await vi.advanceTimersByTimeAsync(1000);
      expect(onLate).not.toHaveBeenCalled();
    } finally {
      vi.useRealTimers();
    }
  });

  it('calls back once when it is late, and still decides the result', async () => {
    const onLate = vi.fn();
    const result = await withDeadline(
      new Promise<string>((resolve) => {
        onLate.mockImplementation(() => {
          resolve('ended at the deadline');
        });
      }),
      1,
      onLate,
    );
    expect(result).toBe('ended at the deadline');
    expect(onLate).toHaveBeenCalledTimes(1);
  });
});

/**
 * Waits for a promise. If it has not settled in time, `onLate` is called once, to end the work behind it; the promise
 * still decides the result.
 */
export async function withDeadline<Result>(
  promise: Promise<Result>,
  deadlineMs: number,
  onLate: () => void,
): Promise<Result> {
  const timer = setTimeout(onLate, deadlineMs);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

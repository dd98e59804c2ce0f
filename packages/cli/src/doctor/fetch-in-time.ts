/** A fetch with a deadline that also keeps the process waiting for it; the timer of `AbortSignal.timeout` does not. */
export async function fetchInTime<T>(
  url: string,
  deadlineMs: number,
  read: (response: Response) => Promise<T> | T,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new Error(`no answer within ${deadlineMs / 1000} s`));
  }, deadlineMs);
  try {
    return await read(await fetch(url, { method, signal: late.signal }));
  } finally {
    clearTimeout(timer);
  }
}

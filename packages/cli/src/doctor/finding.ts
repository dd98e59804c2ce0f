/** What a check found out. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do about it. */
  readonly fix?: string;
}

export const ok = (what: string, found: string): Finding => ({ what, state: 'ok', found });
export const warn = (what: string, found: string, fix: string): Finding => ({
  what,
  state: 'warn',
  found,
  fix,
});
export const fail = (what: string, found: string, fix: string): Finding => ({
  what,
  state: 'fail',
  found,
  fix,
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** A fetch with a deadline that also keeps the process waiting for it; the timer of `AbortSignal.timeout` does not. */
export async function fetchInTime<T>(
  url: string,
  deadlineMs: number,
  read: (response: Response) => Promise<T> | T,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new Error(`no response within ${deadlineMs / 1000} s`));
  }, deadlineMs);
  try {
    return await read(await fetch(url, { method, signal: late.signal }));
  } finally {
    clearTimeout(timer);
  }
}

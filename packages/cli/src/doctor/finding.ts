/** What a check found out. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  /** What to do about it. */
  readonly mend?: string;
}

export const ok = (what: string, found: string): Finding => ({ what, state: 'ok', found });
export const warn = (what: string, found: string, mend: string): Finding => ({
  what,
  state: 'warn',
  found,
  mend,
});
export const fail = (what: string, found: string, mend: string): Finding => ({
  what,
  state: 'fail',
  found,
  mend,
});

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

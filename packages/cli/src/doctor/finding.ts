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

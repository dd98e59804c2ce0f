/** One JSON value a line. */
export const NDJSON = 'application/x-ndjson';

/** Whether the header `Accept` names it. */
export const wantsLines = (accept: string | undefined): boolean =>
  /(?:^|,)\s*application\/x-ndjson\s*(?:[;,]|$)/i.test(accept ?? '');

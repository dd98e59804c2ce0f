/** One JSON value per line. */
export const NDJSON = 'application/x-ndjson';

/** Whether the `Accept` header asks for NDJSON. */
export const wantsLines = (accept: string | undefined): boolean =>
  /(?:^|,)\s*application\/x-ndjson\s*(?:[;,]|$)/i.test(accept ?? '');

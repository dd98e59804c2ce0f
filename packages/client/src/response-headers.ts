/** How much of a limit is left. */
export interface LimitStatus {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until it is full again, where the service says so. */
  readonly resetSeconds?: number;
}

/** What the headers of a response say. */
export interface ResponseHeaders {
  /** Names the request in the log of the service. */
  readonly requestId?: string;
  /** The model that made the vectors (`X-Facet-Model`). */
  readonly model?: string;
  /** How many faces were redacted (`X-Facet-Faces`). */
  readonly faces?: number;
  /** Seconds to wait before the next call. */
  readonly retryAfter?: number;
  /** Calls in a short time (`RateLimit-*`). */
  readonly rateLimit?: LimitStatus;
  /** Calls in the period of the plan (`X-Quota-*`). */
  readonly quota?: LimitStatus;
}

export function readResponseHeaders(headers: Headers): ResponseHeaders {
  const requestId = headers.get('x-request-id');
  const model = headers.get('x-facet-model');
  const faces = count(headers.get('x-facet-faces'));
  const retryAfter = seconds(headers.get('retry-after'));
  const rateLimit = limitStatus(headers, 'ratelimit');
  const quota = limitStatus(headers, 'x-quota');
  return {
    ...(requestId !== null && { requestId }),
    ...(model !== null && { model }),
    ...(faces !== undefined && { faces }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(rateLimit && { rateLimit }),
    ...(quota && { quota }),
  };
}

function limitStatus(headers: Headers, prefix: string): LimitStatus | undefined {
  const limit = count(headers.get(`${prefix}-limit`));
  const remaining = count(headers.get(`${prefix}-remaining`));
  if (limit === undefined || remaining === undefined) return undefined;
  const resetSeconds = seconds(headers.get(`${prefix}-reset`));
  return { limit, remaining, ...(resetSeconds !== undefined && { resetSeconds }) };
}

const count = (text: string | null): number | undefined =>
  text !== null && /^\s*\d+/.test(text) ? Number.parseInt(text, 10) : undefined;

/** Seconds, given as a number or as the date when they have passed. */
function seconds(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

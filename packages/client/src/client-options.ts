import { InputError } from './errors.js';
import type { Fetch } from './request.js';
import type { RetryPolicy } from './retry.js';

export interface FacetClientOptions {
  /** Where the service is, such as `https://faces.example.com`; a path in front of the operations is kept. */
  readonly baseUrl: string | URL;
  /** An API key of the account. */
  readonly apiKey: string;
  /** Time for one call, retries included. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first, where repeating is safe. Default: 3; 0 switches retries off. */
  readonly retries?: number | undefined;
  /** Bound for the waits between the attempts of one call, together. Default: 30,000. */
  readonly maxRetryWaitMs?: number | undefined;
  /** Larger images are not sent. Default: 64 MiB; the service has a limit of its own. */
  readonly maxImageBytes?: number | undefined;
  /** In place of the global `fetch`, for instance to go through a proxy. */
  readonly fetch?: Fetch | undefined;
}

export interface Settings extends RetryPolicy {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  readonly maxImageBytes: number;
  readonly fetch: Fetch;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_RETRIES = 3;
const DEFAULT_RETRY_WAIT_MS = 30_000;
const DEFAULT_IMAGE_BYTES = 64 * 1024 * 1024;
/** The longest delay that JavaScript timers support. */
const MAX_TIMER_MS = 2_147_483_647;
const MAX_RETRIES = 100;

export function readSettings(options: FacetClientOptions): Settings {
  return {
    baseUrl: readBaseUrl(options.baseUrl),
    apiKey: readApiKey(options.apiKey),
    timeoutMs: readTimeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS),
    retries: inRange('retries', options.retries ?? DEFAULT_RETRIES, 0, MAX_RETRIES),
    maxRetryWaitMs: inRange(
      'maxRetryWaitMs',
      options.maxRetryWaitMs ?? DEFAULT_RETRY_WAIT_MS,
      0,
      MAX_TIMER_MS,
    ),
    maxImageBytes: inRange(
      'maxImageBytes',
      options.maxImageBytes ?? DEFAULT_IMAGE_BYTES,
      1,
      Number.MAX_SAFE_INTEGER,
    ),
    // Browsers insist on their window as `this`.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
  };
}

export const readTimeout = (ms: number): number => inRange('timeoutMs', ms, 1, MAX_TIMER_MS);

/** The address without a slash at its end. */
function readBaseUrl(value: string | URL): string {
  const url = URL.canParse(String(value)) ? new URL(value) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new InputError(
      `baseUrl must be an address such as https://faces.example.com, but is ${JSON.stringify(value)}.`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new InputError('baseUrl must hold no user name, password, query or fragment.');
  }
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '');
}

/** Anything else cannot be sent in a header. The id is a secret: it is not quoted. */
function readApiKey(value: string): string {
  const isSendable = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value.trim());
  if (!isSendable) throw new InputError('apiKey must be a non-empty string of visible ASCII characters.');
  return value.trim();
}

function inRange(name: string, value: number, least: number, most: number): number {
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw new InputError(`${name} must be a number from ${least} to ${most}, but is ${value}.`);
}

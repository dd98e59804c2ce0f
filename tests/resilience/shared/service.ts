import { startService, type StartedService } from '@facet/test-support';

/** Of the account that makes the good calls. */
export const API_KEY = 'hardening-user-id';

/** The service with one worker, unless a test needs several. */
export const startTarget = (env: Readonly<Record<string, string>> = {}): Promise<StartedService> =>
  startService({ apiKey: API_KEY, env: { FACET_WORKERS: '1', FACET_LOG_LEVEL: 'warn', ...env } });

export interface Envelope {
  readonly status: string;
  readonly code: string;
  readonly success: boolean;
  readonly message: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Envelope;
}

/** Long enough for a loaded machine, and shorter than a test. */
const ANSWER_DEADLINE_MS = 60_000;

async function post(
  url: string,
  body: FormData | string,
  headers: Record<string, string>,
): Promise<JsonResponse> {
  const signal = AbortSignal.timeout(ANSWER_DEADLINE_MS);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope };
}

export const postJson = (url: string, fields: unknown, apiKey = API_KEY): Promise<JsonResponse> =>
  post(url, typeof fields === 'string' ? fields : JSON.stringify(fields), {
    user_id: apiKey,
    'content-type': 'application/json',
  });

export function postFiles(
  url: string,
  files: Readonly<Record<string, Uint8Array>>,
  apiKey = API_KEY,
): Promise<JsonResponse> {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(files))
    form.append(name, new Blob([Uint8Array.from(bytes)]), name);
  return post(url, form, { user_id: apiKey });
}

import { readResponse, type JsonResponse } from '../../calls.test.fixture.js';
import { API_KEY, type RunningApp } from '../../running-app.test.fixture.js';

export type Caller = (method: string, path: string, body?: unknown, apiKey?: string) => Promise<JsonResponse>;

/** Calls paths below /collections. */
export const callerOf =
  ({ url }: Pick<RunningApp, 'url'>): Caller =>
  async (method, path, body, apiKey = API_KEY) =>
    readResponse(
      await fetch(`${url}/collections${path}`, {
        method,
        headers: { user_id: apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    );

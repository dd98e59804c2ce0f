import { parseResponse, readLiveness, readLivenessSession, type OkResponse } from '@facet/client/responses';
import type { LivenessChallenge, LivenessVerdict } from '@facet/client/liveness';
import { noResponse, serviceUrl } from '../../api/call.js';
import { FailedCall, rejection } from '../../api/failure.js';

export const openSession = async (apiKey: string, signal: AbortSignal): Promise<LivenessChallenge> =>
  readLivenessSession(await post('/liveness_session', apiKey, null, signal)).raw.data;

export const checkFrames = async (
  apiKey: string,
  form: FormData,
  signal: AbortSignal,
): Promise<LivenessVerdict> => readLiveness(await post('/check_liveness', apiKey, form, signal)).raw.data;

/** Throws a FailedCall, or an AbortError when the signal aborts. */
async function post(
  path: `/${string}`,
  apiKey: string,
  body: FormData | null,
  signal: AbortSignal,
): Promise<OkResponse> {
  let response: Response;
  let text: string;
  try {
    // Proxies drop the documented header user_id, because of its underscore.
    response = await fetch(serviceUrl(path), {
      method: 'POST',
      headers: { 'x-user-id': apiKey },
      body,
      signal,
    });
    text = await response.text();
  } catch {
    signal.throwIfAborted();
    throw new FailedCall(noResponse('unreachable'));
  }
  const { status, headers } = response;
  try {
    return parseResponse({ status, headers, text });
  } catch (error) {
    throw new FailedCall(rejection(error, status));
  }
}

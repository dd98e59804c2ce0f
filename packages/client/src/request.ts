import { abortable, reasonOf } from './abortable.js';
import { FacetError, NetworkError } from './errors.js';
import { readAnswer, type OkAnswer } from './request-answer.js';
import type { RequestBody } from './request-body.js';
import { failureText, wasNeverSent } from './request-connection.js';

/** `fetch` as far as it is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Request {
  readonly url: string;
  readonly userId: string;
  /** The model of the stored vectors in the body. */
  readonly model: string | undefined;
  readonly body: RequestBody;
}

/** One attempt: sends the request and reads the answer. Every failure is a FacetError. */
export async function sendOnce(
  { url, userId, model, body }: Request,
  send: Fetch,
  signal: AbortSignal,
): Promise<OkAnswer> {
  try {
    const sent = send(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        user_id: userId,
        // Proxies drop header names with an underscore.
        'x-user-id': userId,
        ...(model !== undefined && { 'x-facet-model': model }),
        ...(body.contentType !== undefined && { 'content-type': body.contentType }),
      },
      body: body.body,
      // Followed, a redirect would carry the user id to another host, or turn into a GET.
      redirect: 'manual',
      signal,
    });
    return await readAnswer(await abortable(sent, signal), signal);
  } catch (error) {
    if (signal.aborted) throw reasonOf(signal);
    if (error instanceof FacetError) throw error;
    throw new NetworkError(
      `${new URL(url).origin} cannot be reached: ${failureText(error)}.`,
      wasNeverSent(error),
      error,
    );
  }
}

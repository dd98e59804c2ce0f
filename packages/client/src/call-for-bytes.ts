import { webStream } from './byte-stream.js';
import { requestTo, withDeadline, type Target } from './call.js';
import type { Settings } from './client-options.js';
import { abortable, reasonOf, type Deadline } from './deadline.js';
import { MalformedResponseError, NetworkError } from './errors.js';
import { sendAndRead } from './request.js';
import { readResponse } from './response.js';
import { withRetries } from './retry.js';

/** A call whose response is not JSON but bytes, which may be many: they are read as they come, within the deadline. */
export const callForBytes = (target: Target, settings: Settings): Promise<ReadableStream<Uint8Array>> =>
  withDeadline(target, settings, async (deadline) => {
    const request = requestTo(target, settings);
    const attempt = () => sendAndRead(request, settings.fetch, deadline.signal, bytesOf);
    return untilRead(await withRetries(attempt, settings, deadline), deadline);
  });

async function bytesOf(response: Response, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const isBytes = response.headers.get('content-type')?.startsWith('application/octet-stream') === true;
  if (response.status === 200 && isBytes && response.body !== null) return response.body;
  const { httpStatus, headers } = await readResponse(response, signal);
  throw new MalformedResponseError('The response says "ok", but holds no bytes.', { httpStatus, ...headers });
}

/** The same bytes; an end before the last one is an error, as is the deadline. */
function untilRead(body: ReadableStream<Uint8Array>, deadline: Deadline): ReadableStream<Uint8Array> {
  const bytes = webStream(body);
  const { signal } = deadline;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await abortable(bytes.next(), signal);
        if (done !== true) {
          controller.enqueue(value as Uint8Array);
          return;
        }
        deadline.release();
        controller.close();
      } catch (cause) {
        bytes.stop();
        deadline.release();
        throw signal.aborted ? reasonOf(signal) : new NetworkError('The connection broke.', false, cause);
      }
    },
    cancel: () => {
      bytes.stop();
      deadline.release();
    },
  });
}

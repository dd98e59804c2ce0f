import { parseAnswer, type OkAnswer } from '@facet/client/answers';
import type { Account, Service } from '../api/account.types.js';
import { noAnswer, serviceUrl, withDeadline } from '../api/call.js';
import { FailedCall, refusal } from '../api/failure.js';
import { useSession } from '../app/session.js';

/** Longer than the service's own deadline, with time for a slow line to carry a photo. */
const DEADLINE_MS = 60_000;

interface AnalysisRequest {
  readonly path: '/get_image_attr' | '/get_face_vec';
  readonly query: Readonly<Record<string, string>>;
  /** The form field of the image. */
  readonly field: 'image_attr' | 'img';
  readonly image: Blob;
  readonly fileName: string;
}

export interface Analysis {
  readonly answer: OkAnswer;
  /** The whole answer as it came. */
  readonly text: string;
  /** From sending to having the whole answer. */
  readonly millis: number;
}

/** What the page asks of every face. */
export const FACE_DETAILS = 'confidence,age_years,pose,quality,expression';

export const facesRequest = (image: Blob, fileName: string): AnalysisRequest => ({
  path: '/get_image_attr',
  query: { return_attributes: FACE_DETAILS },
  field: 'image_attr',
  image,
  fileName,
});

/** Makes one call. Throws a FailedCall, or the reason of the signal when that aborts. */
export async function analyse(
  caller: Caller,
  request: AnalysisRequest,
  signal: AbortSignal,
): Promise<Analysis> {
  const form = new FormData();
  form.append(request.field, request.image, request.fileName);
  const started = performance.now();
  const { response, text } = await send(caller, request, form, signal);
  const millis = performance.now() - started;
  const { status, headers } = response;
  try {
    return { answer: parseAnswer({ status, headers, text }), text, millis };
  } catch (error) {
    throw new FailedCall(refusal(error, status));
  }
}

async function send(
  caller: Caller,
  { path, query }: AnalysisRequest,
  body: FormData,
  signal: AbortSignal,
): Promise<{ readonly response: Response; readonly text: string }> {
  const place = caller.kind === 'trial' ? (`/trial${path}` as const) : path;
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  try {
    return await withDeadline(signal, DEADLINE_MS, async (ends) => {
      const response = await fetch(serviceUrl(`${place}?${search}`), {
        method: 'POST',
        body,
        ...(caller.kind === 'key' && { headers: { user_id: caller.userId } }),
        signal: ends,
      });
      return { response, text: await response.text() };
    });
  } catch (thrown) {
    signal.throwIfAborted();
    throw new FailedCall(noAnswer(thrown));
  }
}

/** Who is charged for an analysis: the account that is logged in, by its API key, or an anonymous trial. */
export type Caller = { readonly kind: 'key'; readonly userId: string } | { readonly kind: 'trial' };

interface KnownCaller {
  /** false until the service has said who is here and what it offers. */
  readonly known: boolean;
  /** null: nobody is logged in, and this service has no trial. */
  readonly caller: Caller | null;
}

export function useCaller(): KnownCaller {
  const { state, account, service } = useSession();
  return { known: state !== 'loading', caller: callerOf(account, service) };
}

function callerOf(account: Account | null, service: Service | null): Caller | null {
  if (account !== null) return { kind: 'key', userId: account.user_id ?? '' };
  return service?.trial === true ? { kind: 'trial' } : null;
}

/** The same for the same caller, so that effects can depend on it. */
export const callerKey = (caller: Caller | null): string =>
  caller === null ? '' : caller.kind === 'trial' ? 'trial' : caller.userId;

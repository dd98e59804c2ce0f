import type { OpenLivenessSessionJson } from './generated/api-types.js';
import type { ReadLimits } from './byte-stream.js';
import { modelOf, vectorNumbers } from './call.js';
import { InputError } from './errors.js';
import type { RequestOptions } from './face-options.js';
import { isStoredVector, type ImageSource, type StoredVector } from './image-source.js';
import type { LivenessAction } from './liveness-results.js';
import { prepareImage } from './read-image.js';
import type { RequestBody } from './request-body.js';

export interface LivenessSessionOptions extends RequestOptions {
  /** The movements to choose from, at least three, for people who cannot do some. Default: all. Include a turn. */
  readonly actions?: readonly LivenessAction[] | undefined;
  /** How many movements to ask for, 2 to 5. Default: 3. */
  readonly steps?: number | undefined;
  /** Your own reference for the person: after five sessions in a quarter of an hour that were not passed, they have to wait. */
  readonly person?: string | undefined;
}

/** One picture of a take. */
export interface LivenessFrame {
  readonly image: ImageSource;
  /** When it was taken, in milliseconds since any moment. */
  readonly timeMs: number;
}

export interface CheckLivenessOptions extends RequestOptions {
  /** The person who should be there: a photo or a stored vector. */
  readonly expected?: ImageSource | StoredVector | undefined;
  /** Also the vector of the best frame. */
  readonly returnVector?: boolean | undefined;
}

export function sessionBody({ actions, steps, person }: LivenessSessionOptions): RequestBody {
  const wanted: OpenLivenessSessionJson = {
    ...(actions !== undefined && { actions }),
    ...(steps !== undefined && { steps }),
    ...(person !== undefined && { person }),
  };
  return { body: JSON.stringify(wanted), contentType: 'application/json' };
}

/** The form of a check. */
export async function checkBody(
  session: string,
  frames: readonly LivenessFrame[],
  { expected }: CheckLivenessOptions,
  limits: ReadLimits,
): Promise<RequestBody> {
  const body = new FormData();
  body.append('session', session);
  body.append('times', frames.map(({ timeMs }) => checkedTime(timeMs)).join());
  const add = async (field: string, image: ImageSource): Promise<void> => {
    const sent = await prepareImage(image, limits);
    if (sent.as === 'bytes') body.append(field, sent.blob, field);
    else body.append(field, sent.text);
  };
  for (const { image } of frames) await add('frames', image);
  if (expected !== undefined) {
    if (isStoredVector(expected)) body.append('vec', JSON.stringify(vectorNumbers(expected)));
    else await add('img', expected);
  }
  return { body };
}

export const modelOfExpected = ({ expected }: CheckLivenessOptions): string | undefined =>
  expected === undefined ? undefined : modelOf([expected]);

function checkedTime(timeMs: unknown): string {
  if (typeof timeMs === 'number' && timeMs >= 0 && timeMs < 1e15)
    return String(Math.round(timeMs * 1000) / 1000);
  throw new InputError(
    `The time of a frame is a number of milliseconds from 0, not ${JSON.stringify(timeMs)}.`,
  );
}

import { readDetection } from '../api/answer-shapes.js';
import { detectRequest } from '../api/requests.js';
import { useCall, type CallState } from '../api/use-call.js';
import type { Photo } from '../photo/photo.js';
import type { Detection } from './face.js';

/** The faces of a photo; asked for once, whichever panels show it. */
export const useDetection = (
  photo: Photo | null,
  options?: { readonly patient?: boolean; readonly details?: boolean },
): readonly [CallState<Detection>, () => void] =>
  useCall(
    photo === null ? null : detectRequest(photo.source, options?.details),
    readDetection,
    options?.patient === undefined ? undefined : { patient: options.patient },
  );

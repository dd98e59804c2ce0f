import { readDetection } from '../api/read-answers.js';
import { analysisRequest } from '../api/requests.js';
import { useCall, type CallState } from '../api/use-call.js';
import type { Photo } from '../photo/photo.js';
import type { Detection } from './face.js';

/** The faces of a photo with all that is known of them; one call, whichever views show the photo. */
export const useAnalysis = (
  photo: Photo | null,
  options?: { readonly patient?: boolean },
): readonly [CallState<Detection>, () => void] =>
  useCall(photo === null ? null : analysisRequest(photo.source), readDetection, options);

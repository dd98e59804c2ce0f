import type { ResponseHeaders, OkResponse } from '@facet/client/responses';
import type { FaceExpression } from './face.js';

/** A success with this `data`, as the client hands it to the readers of responses. */
export const okResponse = (data: unknown, headers: ResponseHeaders = {}): OkResponse => ({
  httpStatus: 200,
  headers,
  body: { status: 'ok', code: '1000', success: true, message: '', data },
});

export const NEUTRAL: FaceExpression = {
  smile: 0,
  mouthOpening: 0.02,
  leftEyeOpening: 0.33,
  rightEyeOpening: 0.33,
  browsUp: 0,
  pucker: 0,
};

import { FACET_CODES, MalformedResponseError, readVector, type OkResponse } from '@facet/client/responses';
import { analyse, type Caller } from '../../analysis/analyse.js';
import type { Box, Size } from '../../analysis/box.js';
import type { Vector } from '../../analysis/face.js';
import { reduceFrame } from '../../analysis/reduce-picture.js';
import { enrolmentRequest, pictureSource } from '../../analysis/request.js';
import { FailedCall } from '../../api/failure.js';

/** A photo that passed the enrolment check, with its vector. */
export interface EnrolmentPhoto {
  readonly bytes: Blob;
  readonly size: Size;
  /** The approximate place of the face, for a small picture of it. */
  readonly box: Box;
  readonly vector: Vector;
  /** The model that made the vector. */
  readonly model: string;
  readonly quality: PhotoQuality;
}

/** The measures that /get_face_vec adds with return_attributes=quality. */
export interface PhotoQuality {
  readonly score: number;
  readonly sharpness: number;
  readonly evenness: number;
  readonly illumination: number;
  readonly width: number;
  readonly height: number;
}

export type TakenPhoto =
  | { readonly photo: EnrolmentPhoto }
  /** The photo did not pass; what the service advises. */
  | { readonly advice: readonly string[] };

/** The face in the last frame. */
export interface FaceInFrame {
  readonly box: Box;
  readonly frame: Size;
}

/** The full resolution of the camera, up to what the service uses. */
const PHOTO_SIDE = 1600;

/** Takes the picture that the camera shows now, and requests its vector under the enrolment check. */
export async function takeEnrolmentPhoto(
  video: HTMLVideoElement,
  face: FaceInFrame,
  caller: Caller,
  signal: AbortSignal,
): Promise<TakenPhoto> {
  const picture = await reduceFrame(video, { longest: PHOTO_SIDE });
  if (picture === null) return { advice: ['The camera returned no picture.'] };
  try {
    const request = enrolmentRequest(pictureSource(picture.bytes, 'enrolment.jpg'));
    const { data } = await analyse(caller, request, readEnrolment, signal);
    const box = enlarged(face.box, picture.size.width / face.frame.width);
    const { bytes, size } = picture;
    return { photo: { bytes, size, box, ...data } };
  } catch (thrown) {
    if (!(thrown instanceof FailedCall)) throw thrown;
    const { code, advice, message } = thrown.failure;
    if (code === FACET_CODES.noFace) return { advice: [message] };
    if (advice !== undefined) return { advice };
    throw thrown;
  }
}

const enlarged = ([x1, y1, x2, y2]: Box, by: number): Box => [x1 * by, y1 * by, x2 * by, y2 * by];

function readEnrolment(response: OkResponse): Pick<EnrolmentPhoto, 'vector' | 'model' | 'quality'> {
  const { vector, model, quality } = readVector(response);
  if (quality === undefined) throw new MalformedResponseError('The response lacks the quality of the face.');
  const { score, sharpness, evenness, illumination, size } = quality;
  return {
    vector,
    model,
    quality: { score, sharpness, evenness, illumination, width: size[0], height: size[1] },
  };
}

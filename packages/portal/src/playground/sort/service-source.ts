import { VECTOR_MODEL } from '@facet/gallery/search';
import { useMemo } from 'react';
import { shorterSide } from '../../analysis/box.js';
import { MIN_RELIABLE_SIDE } from '../../analysis/face-text.js';
import { readDetection } from '../../analysis/face.js';
import { reducePhoto } from '../../analysis/reduce-picture.js';
import { pictureSource, vectorsRequest } from '../../analysis/request.js';
import { responseHeaders, send } from '../../analysis/send.js';
import { FailedCall } from '../../api/failure.js';
import { repeatIfSafe } from '../api/series.js';
import { VECTORS_PER_CALL } from '../faces/more-vectors.js';
import { MAX_CONVERTED_BYTES, rejectionOfUnreadable } from '../photo/prepare-file.js';
import { usePlayground } from '../playground-state.js';
import { makeThumbnails } from '../search/stored-vector.js';
import type { FaceSource, FoundFace } from './face-source.js';

/** The service analyses 1024 pixels; a folder of hundreds of photos is uploaded in no more than it needs. */
const LONGEST = 1280;

/** The service as a source of faces. The photos are sent without their names, and their responses are not cached. */
export function useServiceSource(): FaceSource {
  const { apiKey, maxImageBytes, recordExchange } = usePlayground();
  return useMemo<FaceSource>(
    () => ({
      callsPerPhoto: 1,
      boxesPerCall: VECTORS_PER_CALL,
      facesOf: async (file, boxes, signal) => {
        const picture =
          file.size > MAX_CONVERTED_BYTES ? null : await reducePhoto(file, { longest: LONGEST });
        if (picture === null) {
          const message = rejectionOfUnreadable(file, maxImageBytes);
          throw new FailedCall({ kind: 'lost-file', message });
        }
        const request = vectorsRequest(pictureSource(picture.bytes, 'photo.jpg'), boxes ?? []);
        const call = (): ReturnType<typeof send<ReturnType<typeof readDetection>>> =>
          send({ request, read: readDetection, signal, apiKey });
        const result = await repeatIfSafe(call, signal, () => undefined);
        if (result.exchange !== null) recordExchange(result.exchange);
        if (!result.ok) throw new FailedCall(result.failure);
        if (responseHeaders(result.exchange).model !== VECTOR_MODEL) throw new FailedCall(OTHER_MODEL);
        const { faces: all, imageSize } = result.data;
        const large = all.filter(({ box }) => shorterSide(box) >= MIN_RELIABLE_SIDE);
        const known = large.filter(({ vector }) => vector !== null);
        const thumbnails = await makeThumbnails(
          picture.bytes,
          known.map(({ box }) => box),
          imageSize,
        );
        return {
          faces: known.flatMap(({ vector }, n): FoundFace[] =>
            vector === null ? [] : [{ vector, thumbnail: thumbnails[n] ?? null }],
          ),
          small: all.length - large.length,
          // A call for boxes may give fewer vectors than boxes; those left are offered again.
          more: large.filter(({ vector }) => vector === null).map(({ box }) => box),
        };
      },
    }),
    [apiKey, maxImageBytes, recordExchange],
  );
}

const OTHER_MODEL = {
  kind: 'rejected',
  message: 'The service uses another model than this page expects. Reload the page and sort again.',
} as const;

import { useEffect, useRef } from 'react';
import type { Failure } from '../../api/failure.js';
import { readVector, type Vector } from '../api/answer-shapes.js';
import { inParallel } from '../api/bounded.js';
import { headerOf, MODEL_HEADER, type CallResult, type Exchange } from '../api/exchange.js';
import { vectorRequest } from '../api/requests.js';
import { useAsk } from '../api/use-ask.js';
import { isFilePhoto } from '../photo/photo.js';
import type { ChosenForEnrolment } from './enrol-photo.js';
import type { Template } from './gallery.js';
import { makeThumbnail } from './thumbnail.js';

export const CALLS_AT_ONCE = 2;

type Taken = { readonly templates: readonly Template[] } | { readonly failure: Failure };

/** Asks for the vectors of chosen faces, a few at a time; all of them or none. */
export function useTakeTemplates(): (
  faces: readonly ChosenForEnrolment[],
  thumbnails: boolean,
) => Promise<Taken> {
  const ask = useAsk();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => {
      controller.abort();
    };
  }, []);

  return async (faces, thumbnails) => {
    const { signal } = leaving.current;
    const results = await inParallel(faces, CALLS_AT_ONCE, async (face) => {
      const request = vectorRequest({ image: face.photo.source, box: face.box }, false);
      const result: CallResult<Vector> = await ask({ request, read: readVector, signal, patient: true });
      return { face, result };
    });
    const templates: Template[] = [];
    for (const { face, result } of results) {
      if (!result.ok) return { failure: result.failure };
      const thumbnail = thumbnails ? await thumbnailOf(face) : null;
      templates.push({
        vector: result.data,
        ...modelOf(result.exchange),
        addedAt: new Date().toISOString(),
        ...(thumbnail !== null && { thumbnail }),
      });
    }
    return { templates };
  };
}

const modelOf = (exchange: Exchange): { model?: string } => {
  const model = headerOf(exchange, MODEL_HEADER);
  return model === null ? {} : { model };
};

const thumbnailOf = ({ photo, box, image }: ChosenForEnrolment): Promise<string | null> =>
  isFilePhoto(photo) ? makeThumbnail(photo.source.bytes, box, image) : Promise.resolve(null);

import { useCallback, useEffect, useRef, useState } from 'react';
import { parseResponse } from '@facet/client/responses';
import { analyse, callerKey, useCaller } from '../analysis/analyse.js';
import type { Size } from '../analysis/box.js';
import { readDetection, type Detection } from '../analysis/face.js';
import { reducePhoto } from '../analysis/reduce-picture.js';
import { detailedFacesRequest, pictureSource } from '../analysis/request.js';
import { failureOf, type Failure } from '../api/failure.js';
import { loadSample, SAMPLE_NOT_LOADED } from '../playground/photo/sample-facts.js';
import sampleResponse from './sample-response.json';
import samplePhoto from './sample-photo.jpg';

/** A picture on the stage. */
interface Picture {
  readonly name: string;
  readonly href: string;
  readonly size: Size;
}

interface OwnPicture extends Picture {
  readonly bytes: Blob;
}

interface Analysed {
  readonly detection: Detection;
  readonly text: string;
  /** null: the response was prepared. */
  readonly millis: number | null;
}

export type AnalysisState =
  | { readonly status: 'running' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | ({ readonly status: 'done' } & Analysed);

export interface Analysis {
  readonly picture: Picture;
  readonly state: AnalysisState;
  readonly show: (picture: OwnPicture) => void;
  readonly retry: () => void;
}

const PREPARED_TEXT = JSON.stringify(sampleResponse);
const preparedDetection = readDetection(
  parseResponse({ status: 200, headers: new Headers(), text: PREPARED_TEXT }),
);

/** What the start page shows first: a photo and the service's response to it. A browser test compares it with a fresh response. */
export const preparedResponse: Analysed = { detection: preparedDetection, text: PREPARED_TEXT, millis: null };

const PREPARED_PICTURE: Picture = {
  name: 'six-people.jpg',
  href: samplePhoto,
  size: preparedDetection.imageSize,
};

/** The picture on the stage and what the service says about it; starts with a picture whose response is known. */
export function useAnalysis(): Analysis {
  const { caller } = useCaller();
  const [own, setOwn] = useState<OwnPicture | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<AnalysisState>({ status: 'done', ...preparedResponse });
  const key = callerKey(caller);
  const latest = useRef(caller);
  latest.current = caller;

  useEffect(() => {
    const by = latest.current;
    if (own === null || by === null) return undefined;
    const controller = new AbortController();
    setState({ status: 'running' });
    analyse(by, detailedFacesRequest(pictureSource(own.bytes, own.name)), readDetection, controller.signal)
      .then(({ data, exchange: { text, millis } }) => ({
        status: 'done' as const,
        detection: data,
        text,
        millis,
      }))
      .catch((thrown: unknown) => ({ status: 'failed' as const, failure: failureOf(thrown) }))
      .then((next) => {
        if (!controller.signal.aborted) setState(next);
      })
      .catch(() => undefined);
    return () => {
      controller.abort();
    };
  }, [own, key, attempt]);

  useEffect(
    () => () => {
      if (own !== null) URL.revokeObjectURL(own.href);
    },
    [own],
  );

  const show = useCallback((picture: OwnPicture) => {
    setState({ status: 'running' });
    setOwn(picture);
  }, []);
  const retry = useCallback(() => {
    setAttempt((n) => n + 1);
  }, []);
  return { picture: own ?? PREPARED_PICTURE, state, show, retry };
}

/** A dropped, pasted or chosen picture to analyse, or why it cannot be used. */
export type Taken = { readonly picture: OwnPicture } | { readonly problem: string };

/** The browser decodes the file in memory, so the size is limited. */
const MAX_BYTES = 60 * 1024 * 1024;

export async function takeFile(file: File): Promise<Taken> {
  const name = file.name === '' ? 'photo.jpg' : file.name;
  if (file.size > MAX_BYTES) return { problem: `“${name}” is larger than 60 MB. Choose a smaller photo.` };
  const reduced = await reducePhoto(file);
  if (reduced === null)
    return { problem: `“${name}” cannot be read as a picture. Choose a JPEG, PNG or WebP photo.` };
  const { bytes, size } = reduced;
  return { picture: { name, bytes, size, href: URL.createObjectURL(bytes) } };
}

/** The first file of a drop or a paste. */
export function takeTransfer(data: DataTransfer): Promise<Taken> {
  const [file] = data.files;
  return file === undefined
    ? Promise.resolve({ problem: 'That is not a photo. Drop the image file itself, or choose it.' })
    : takeFile(file);
}

export async function takeSample(path: string): Promise<Taken> {
  try {
    const { bytes, name } = await loadSample(path);
    return await takeFile(new File([bytes], name));
  } catch {
    return { problem: SAMPLE_NOT_LOADED };
  }
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { parseAnswer } from '@facet/client/answers';
import { analyse, callerKey, facesRequest, useCaller } from '../analysis/analyse.js';
import { reducePhoto } from '../analysis/reduce-picture.js';
import { readSeenFaces, type SeenFaces } from '../analysis/face.js';
import { failureOf, type Failure } from '../api/failure.js';
import type { Size } from '../analysis/box.js';
import answer from './sample-answer.json';
import photo from './sample-photo.jpg';

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
  readonly seen: SeenFaces;
  readonly text: string;
  /** null: the answer was prepared. */
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

/** The picture on the stage and what the service says about it; begins with a picture whose answer is known. */
export function useAnalysis(prepared: Picture, answer: Analysed): Analysis {
  const { caller } = useCaller();
  const [own, setOwn] = useState<OwnPicture | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<AnalysisState>({ status: 'done', ...answer });
  const key = callerKey(caller);
  const latest = useRef(caller);
  latest.current = caller;

  useEffect(() => {
    const by = latest.current;
    if (own === null || by === null) return undefined;
    const given = new AbortController();
    setState({ status: 'running' });
    analyse(by, facesRequest(own.bytes, own.name), given.signal)
      .then(({ answer: received, text, millis }) => ({
        status: 'done' as const,
        seen: readSeenFaces(received),
        text,
        millis,
      }))
      .catch((thrown: unknown) => ({ status: 'failed' as const, failure: failureOf(thrown) }))
      .then((next) => {
        if (!given.signal.aborted) setState(next);
      })
      .catch(() => undefined);
    return () => {
      given.abort();
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
  return { picture: own ?? prepared, state, show, retry };
}

const text = JSON.stringify(answer);
const seen = readSeenFaces(parseAnswer({ status: 200, headers: new Headers(), text }));

/** What the start page shows at first: a photo, and the answer of the service to it. A browser test compares it with a fresh answer. */
export const preparedPicture: Picture = {
  name: 'six-people.jpg',
  href: photo,
  size: seen.imageSize,
};

export const preparedAnswer: Analysed = {
  seen,
  text,
  millis: null,
};

/** Something that was dropped, pasted or chosen, as a picture to analyse, or in words why it is none. */
export type Taken = { readonly picture: OwnPicture } | { readonly problem: string };

/** Decoding happens in the page's memory; a file beyond this is no photo that anybody means to try. */
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
    ? Promise.resolve({ problem: 'There is no photo in it. Drop the file itself, or choose it.' })
    : takeFile(file);
}

const SAMPLE_DEADLINE_MS = 20_000;

export async function takeSample(address: string): Promise<Taken> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(SAMPLE_DEADLINE_MS) });
    if (!response.ok) throw new Error(`The sample was answered with status ${response.status}.`);
    const name = address.split('/').at(-1) ?? 'sample.jpg';
    return await takeFile(new File([await response.blob()], name));
  } catch {
    return { problem: 'The sample photo could not be loaded. Check the connection, then try again.' };
  }
}

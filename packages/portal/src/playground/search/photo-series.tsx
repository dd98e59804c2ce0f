import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { Failure } from '../../api/failure.js';
import { CALLS_AT_ONCE, concernsPhoto, inParallel } from '../api/series.js';
import { responseHeaders } from '../../analysis/send.js';
import type { Detection } from '../../analysis/face.js';
import { readPhoto } from '../../analysis/reading-order.js';
import { analysisRequest } from '../../analysis/request.js';
import { useMakeCall } from '../api/use-call.js';
import type { Photo } from '../photo/photo.js';
import { ProgressBar } from '../states/call-progress.js';

export interface AnalysedPhoto {
  readonly photo: Photo;
  readonly detection: Detection;
  readonly model: string | null;
}

interface Series {
  readonly done: number;
  readonly total: number;
}

interface PhotoSeries {
  /** null while no series runs. */
  readonly progress: Series | null;
  readonly failure: Failure | null;
  /** Analyses the photos; null for those that failed. The first rejection that concerns the account ends the series. */
  readonly analyse: (photos: readonly (() => Promise<Photo>)[]) => Promise<(AnalysedPhoto | null)[]>;
  readonly stop: () => void;
}

/** Analyses many photos, a few at a time and as fast as the plan allows. */
export function usePhotoSeries(): PhotoSeries {
  const makeCall = useMakeCall();
  const running = useRef(new AbortController());
  const [progress, setProgress] = useState<Series | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(
    () => () => {
      running.current.abort();
    },
    [],
  );

  async function analyse(photos: readonly (() => Promise<Photo>)[]): Promise<(AnalysedPhoto | null)[]> {
    running.current.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setFailure(null);
    setProgress({ done: 0, total: photos.length });
    let rejected = false;
    const one = async (load: () => Promise<Photo>): Promise<AnalysedPhoto | null> => {
      if (signal.aborted || rejected) return null;
      const photo = await load().catch(() => null);
      if (photo === null) return null;
      const request = analysisRequest(photo.source);
      const result = await makeCall({ request, read: readPhoto, signal, retryOnRateLimit: true }).catch(
        () => null,
      );
      if (result === null) return null;
      if (!result.ok) {
        if (!concernsPhoto(result.failure)) {
          rejected = true;
          setFailure(result.failure);
        }
        return null;
      }
      return { photo, detection: result.data, model: responseHeaders(result.exchange).model ?? null };
    };
    const results = await inParallel(photos, CALLS_AT_ONCE, async (load) => {
      const result = await one(load);
      if (!signal.aborted) setProgress((before) => before && { ...before, done: before.done + 1 });
      return result;
    });
    if (running.current === controller) setProgress(null);
    return results;
  }

  return {
    progress,
    failure,
    analyse,
    stop: () => {
      running.current.abort();
    },
  };
}

/** The progress of a series of calls. */
export function SeriesProgress({ progress: { done, total } }: { readonly progress: Series }): ReactElement {
  return (
    <div className="pg-progress">
      <p role="status">
        Analysed {done} of {total} photos …
      </p>
      <ProgressBar label="Photos analysed" done={done} total={total} />
    </div>
  );
}

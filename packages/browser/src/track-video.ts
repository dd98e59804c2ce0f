import type { TrackRequest, TrackResult } from '@facet/analysis/analysis/track-faces.js';
import { EngineError } from '@facet/analysis/errors.js';
import type { TrackedFaces, Tracking, TrackOptions } from './facet.types.js';
import type { MovedImage } from './messages.js';
import { NewFrames } from './new-frames.js';
import type { WorkerClient } from './worker-client.js';

const MAX_FACES = 4;
/** How often faces that entered the picture are searched for. */
const SEARCH_EVERY_MS = 1000;

/** Follows the faces of a video: one frame at a time, always the newest. */
export function trackVideo(
  client: WorkerClient,
  video: HTMLVideoElement,
  onResult: (faces: TrackedFaces) => void,
  { maxFaces = MAX_FACES, expression = false, signal }: TrackOptions,
): Tracking {
  const stopped = new AbortController();
  const stop = (): void => {
    stopped.abort();
  };
  signal?.addEventListener('abort', stop, { signal: stopped.signal });
  if (signal?.aborted === true) stop();

  const follow = async (): Promise<void> => {
    const frames = new NewFrames(video, stopped.signal);
    let known: TrackRequest['known'] = [];
    let nextId = 1;
    let searchedMs = -Infinity;
    while (!stopped.signal.aborted) {
      const timeMs = await frames.next();
      if (timeMs === null) return;
      const mayHaveMore = known.length < maxFaces && (maxFaces > 1 || known.length === 0);
      const search = mayHaveMore && (known.length === 0 || timeMs - searchedMs >= SEARCH_EVERY_MS);
      if (search) searchedMs = timeMs;
      const image = await frameOf(video);
      const track: TrackRequest = { known, nextId, maxFaces, search, expression };
      const call = { operation: 'track', image, track } as const;
      const result = (await client.call(call, stopped.signal)) as TrackResult;
      known = result.faces.map(({ id, box, pose: { roll } }) => ({ id, box, roll }));
      nextId = Math.max(nextId, ...result.faces.map(({ id }) => id + 1));
      onResult({ ...result, timeMs });
    }
  };
  const ended = follow()
    .catch((error: unknown) => {
      if (!(error instanceof EngineError && error.code === 'aborted' && stopped.signal.aborted)) throw error;
    })
    .finally(stop);
  return { stop, ended };
}

/** The frame that a video shows. To hand it over takes the page no time, while copying its pixels may hold it up. */
const frameOf = async (video: HTMLVideoElement): Promise<MovedImage> =>
  typeof VideoFrame === 'undefined' ? createImageBitmap(video) : new VideoFrame(video);

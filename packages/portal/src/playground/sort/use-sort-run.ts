import { useEffect, useRef, useState } from 'react';
import { failureOf, type Failure } from '../../api/failure.js';
import { CALLS_AT_ONCE, concernsPhoto, inParallel } from '../api/series.js';
import { usePlayground } from '../playground-state.js';
import type { FaceSource } from './face-source.js';
import { withAllGrouped, withFound, withProblem, type Job, type Sorting } from './sorting.js';

interface Progress {
  readonly done: number;
  readonly total: number;
  /** null: not known yet. */
  readonly secondsLeft: number | null;
  /** No further photo is begun. */
  readonly stopping: boolean;
}

export interface SortRun {
  /** null while nothing is analysed. */
  readonly progress: Progress | null;
  /** Why the last run ended before it was done. */
  readonly failure: Failure | null;
  readonly start: (jobs: readonly Job[]) => void;
  /** What is being analysed is still sorted in: it may be paid already. */
  readonly stop: () => void;
}

/** Before that, the pace says little. */
const MIN_PACE = 2;

/** Analyses photos, a few at a time and as fast as the plan allows, and sorts their faces. */
export function useSortRun(source: FaceSource): SortRun {
  const { setSorting } = usePlayground();
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const stopped = useRef(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => {
      controller.abort();
    };
  }, []);

  async function run(jobs: readonly Job[]): Promise<void> {
    const { signal } = leaving.current;
    const begun = performance.now();
    const hasLeft = (): boolean => signal.aborted;
    const change = (after: (before: Sorting) => Sorting): void => {
      if (!hasLeft()) setSorting((before) => before && after(before));
    };
    stopped.current = false;
    setFailure(null);
    setProgress({ done: 0, total: jobs.length, secondsLeft: null, stopping: false });
    await inParallel(jobs, CALLS_AT_ONCE, async (job) => {
      if (stopped.current || hasLeft()) return;
      try {
        const found = await source.facesOf(job.photo.file, job.boxes, signal);
        change((before) => withFound(before, job, found));
      } catch (thrown) {
        if (hasLeft()) return;
        const reason = failureOf(thrown);
        if (concernsPhoto(reason)) {
          change((before) => withProblem(before, job, reason.message));
        } else {
          stopped.current = true;
          setFailure(reason);
          return;
        }
      }
      setProgress((before) => before && advanced(before, (performance.now() - begun) / 1000));
    });
    change(withAllGrouped);
    setProgress(null);
  }

  return {
    progress,
    failure,
    start: (jobs) => {
      if (progress === null) void run(jobs);
    },
    stop: () => {
      stopped.current = true;
      setProgress((before) => before && { ...before, stopping: true });
    },
  };
}

const advanced = (before: Progress, seconds: number): Progress => {
  const done = before.done + 1;
  return {
    ...before,
    done,
    secondsLeft: done < MIN_PACE ? null : (seconds / done) * (before.total - done),
  };
};

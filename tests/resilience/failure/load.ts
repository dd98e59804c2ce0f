import { setTimeout as sleep } from 'node:timers/promises';
import { postFiles, API_KEY } from '../shared/service.js';

/** How one call of the load ended. */
export interface CallOutcome {
  /** The code of the response; `none` if the connection broke before the response. */
  readonly code: string;
  readonly status: number;
  readonly ms: number;
  readonly vector: unknown;
}

export interface Load {
  readonly heard: readonly CallOutcome[];
  /** Resolves when this number of further calls has ended as expected. */
  hear(count: number, wanted?: (heard: CallOutcome) => boolean): Promise<void>;
}

export interface LoadOptions {
  readonly image: Buffer;
  readonly callers?: number;
  readonly apiKey?: string;
}

const TIMEOUT_MS = 60_000;
const POLL_MS = 20;
/** The pause before the next call to a service that is gone. */
const PAUSE_MS = 50;

/** Callers who make one call after another, whatever the outcome. */
function startLoad(
  url: string,
  { image, callers = 4, apiKey = API_KEY }: LoadOptions,
): Load & { stop(): Promise<void> } {
  const heard: CallOutcome[] = [];
  const stopping = new AbortController();
  const call = async (): Promise<CallOutcome> => {
    const began = performance.now();
    const ended = (rest: Omit<CallOutcome, 'ms'>): CallOutcome => ({
      ...rest,
      ms: performance.now() - began,
    });
    try {
      const { status, body } = await postFiles(`${url}/get_face_vec`, { img: image }, apiKey);
      return ended({ code: body.code, status, vector: body.data['vector'] });
    } catch {
      return ended({ code: 'none', status: 0, vector: undefined });
    }
  };
  const caller = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const end = await call();
      heard.push(end);
      if (end.status !== 200) await sleep(PAUSE_MS);
    }
  };
  const all = Promise.all(Array.from({ length: callers }, caller));
  return {
    heard,
    hear: async (count, wanted = isSuccess) => {
      const goal = heard.filter(wanted).length + count;
      const deadline = performance.now() + TIMEOUT_MS;
      while (heard.filter(wanted).length < goal) {
        if (performance.now() > deadline)
          throw new Error(`The load has heard only this: ${JSON.stringify(tally(heard))}`);
        await sleep(POLL_MS);
      }
    },
    stop: async () => {
      stopping.abort();
      await all;
    },
  };
}

/** Does the work under load, and returns how all calls ended, including those in flight at the end. */
export async function underLoad(
  url: string,
  options: LoadOptions,
  work: (load: Load) => Promise<void>,
): Promise<readonly CallOutcome[]> {
  const load = startLoad(url, options);
  try {
    await work(load);
  } finally {
    await load.stop();
  }
  return load.heard;
}

export const isSuccess = ({ code }: CallOutcome): boolean => code === '1000';
export const hasNoResponse = ({ code }: CallOutcome): boolean => code === 'none';

/** How often each code was received. */
export function tally(heard: readonly CallOutcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of heard) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

/** A success outside the load, to be counted with it. */
export const EXTRA_SUCCESS: CallOutcome = { code: '1000', status: 200, ms: 0, vector: undefined };

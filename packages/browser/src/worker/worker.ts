import { EngineError, toErrorValue } from '@facet/analysis/errors.js';
import { closeImages, imagesOf, type FromWorker, type ToWorker, type WorkerCall } from '../messages.js';
import { openCalls, type RunCall } from './calls.js';

/** The part of a worker's scope that is used here; the typings of workers and of pages exclude each other. */
const page = globalThis as unknown as {
  postMessage(message: FromWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
};

let run: RunCall | null = null;
const cancelled = new Set<number>();
const unfinished = new Set<number>();
let last: Promise<void> = Promise.resolve();

page.addEventListener('message', ({ data }) => {
  switch (data.kind) {
    case 'open':
      run = openCalls(data.settings, (progress) => {
        page.postMessage({ kind: 'progress', progress });
      });
      break;
    case 'call':
      unfinished.add(data.id);
      last = last.then(() => handle(data.id, data.call));
      break;
    case 'cancel':
      if (unfinished.has(data.id)) cancelled.add(data.id);
      break;
  }
});

/** Runs one call, and never fails: the page gets the error. */
async function handle(id: number, call: WorkerCall): Promise<void> {
  const checkCancelled = (): void => {
    if (cancelled.has(id)) throw new EngineError('aborted');
  };
  try {
    checkCancelled();
    if (run === null) throw new Error('The worker was not opened.');
    page.postMessage({ kind: 'done', id, result: await run(call, checkCancelled) });
  } catch (error) {
    page.postMessage({ kind: 'failed', id, error: toErrorValue(error) });
  } finally {
    closeImages(imagesOf(call));
    unfinished.delete(id);
    cancelled.delete(id);
  }
}

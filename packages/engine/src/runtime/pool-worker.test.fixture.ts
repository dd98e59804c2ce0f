import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The tasks of the test worker. */
export type MadeTask =
  /** Returns its input. */
  | { readonly kind: 'echo'; readonly value: number }
  /** Works until the gate opens or, if `yields`, until the caller cancels. */
  | {
      readonly kind: 'wait';
      readonly gate: Int32Array<SharedArrayBuffer>;
      readonly begun?: Int32Array<SharedArrayBuffer>;
      readonly yields?: boolean;
    }
  /** Fails with a typed error, or with an unexpected one. */
  | { readonly kind: 'fail'; readonly how: 'typed' | 'untyped' }
  /** Ends the thread in the middle of the task. */
  | { readonly kind: 'die'; readonly how: 'exit' | 'throw' }
  | { readonly kind: 'length'; readonly bytes: Uint8Array }
  | { readonly kind: 'count' };

export interface MadeSetup {
  /** Number of starts, shared by all workers of a pool. */
  readonly starts: Int32Array<SharedArrayBuffer>;
  /** Counts the workers that have released what they loaded. */
  readonly releases: Int32Array<SharedArrayBuffer>;
  readonly startsHow?: 'well' | 'typed-error' | 'exit' | 'second-fails' | 'until-trouble';
  /** With `until-trouble`: 1 makes every start from now on fail with a typed error, 2 without a message. */
  readonly trouble?: Int32Array<SharedArrayBuffer>;
}

// The worker's side of the protocol comes from the built package, as it does for the engine's own worker.
const SOURCE = (dist: string): string => `
import { workerData } from 'node:worker_threads';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveTasks } from ${JSON.stringify(`${dist}runtime/worker-pool.js`)};
import { EngineError } from ${JSON.stringify(import.meta.resolve('@facet/analysis/errors.js'))};

const { starts, releases, startsHow = 'well', trouble } = workerData;
let handled = 0;
await serveTasks(async () => {
  const nth = Atomics.add(starts, 0, 1);
  const failure = startsHow === 'until-trouble' ? Atomics.load(trouble, 0) : 0;
  if (startsHow === 'exit' || failure === 2) process.exit(3);
  if (startsHow === 'typed-error' || failure === 1 || (startsHow === 'second-fails' && nth === 1)) {
    throw new EngineError('model-corrupt', { file: 'made.onnx' });
  }
  return {
    async handle(task, checkCancelled) {
      handled++;
      switch (task.kind) {
        case 'echo':
          if (task.value % 3 === 0) await sleep(task.value % 7);
          return task.value;
        case 'wait':
          if (task.begun) Atomics.store(task.begun, 0, 1);
          while (Atomics.load(task.gate, 0) === 0) {
            await sleep(2);
            if (task.yields) checkCancelled();
          }
          return -1;
        case 'fail':
          throw task.how === 'typed' ? new EngineError('box-invalid', { box: '1,2' }) : new Error('unforeseen');
        case 'die':
          if (task.how === 'exit') process.exit(1);
          setImmediate(() => { throw new Error('from nowhere'); });
          await sleep(60_000);
        case 'length':
          return task.bytes.length;
        case 'count':
          return handled;
      }
    },
    async release() {
      Atomics.add(releases, 0, 1);
    },
  };
});
`;

export const shared = (): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedArrayBuffer(4));

/** Writes the worker as plain JavaScript into a folder of its own. */
export function makeWorkerFile(): { readonly file: URL; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'facet-pool-'));
  const path = join(folder, 'worker.mjs');
  writeFileSync(path, SOURCE(new URL('../../dist/', import.meta.url).href));
  return {
    file: pathToFileURL(path),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import type { StartedService } from '@facet/test-support';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** What can be done inside the process of the service. */
export type Fault =
  /** Ends a worker from outside, wherever it is. */
  | { readonly kind: 'terminate' }
  /** Ends a worker from inside, between two steps of its call. */
  | { readonly kind: 'die'; readonly how: 'exit' | 'throw' | 'out-of-memory' }
  /** Moves the clock of the process ahead of (or behind) the true time. */
  | { readonly kind: 'clock'; readonly offsetMs: number }
  /** Only reports the state. */
  | { readonly kind: 'look' };

export interface Seen {
  readonly fault: number;
  /** Running worker threads. */
  readonly workers: number;
  /** Those that were asked to end and have not ended yet. */
  readonly doomed: number;
  /** Exit codes of those that ended. */
  readonly ended: readonly number[];
  /** What the clock says there. */
  readonly now: number;
}

// Loaded into the process before the service, with Node's --import; the service does not know about it.
const SOURCE = (folder: string): string => `
import { readFileSync, writeFileSync } from 'node:fs';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

const channel = new BroadcastChannel('failure');
channel.unref();
const deaths = {
  exit: () => process.exit(7),
  throw: () => { throw new Error('from nowhere'); },
  'out-of-memory': () => { const kept = []; for (;;) kept.push(new Array(1e6).fill(0.5)); },
};

if (!isMainThread) {
  channel.onmessage = ({ data }) => {
    if (data.threadId === threadId) deaths[data.how]();
  };
} else {
  const workers = new Set();
  const doomed = new Set();
  const ended = [];
  const report = (fault) => {
    const seen = { fault, workers: workers.size, doomed: doomed.size, ended, now: Date.now() };
    writeFileSync(${JSON.stringify(join(folder, 'seen.json'))}, JSON.stringify(seen));
  };
  process.on('worker', (worker) => {
    workers.add(worker);
    worker.on('exit', (code) => {
      workers.delete(worker);
      doomed.delete(worker);
      ended.push(code);
    });
  });
  const True = Date;
  let offset = 0;
  const now = () => True.now() + offset;
  globalThis.Date = new Proxy(True, {
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    construct: (target, args) => (args.length === 0 ? new target(now()) : new target(...args)),
  });
  process.on('SIGUSR2', () => {
    const fault = JSON.parse(readFileSync(${JSON.stringify(join(folder, 'fault.json'))}, 'utf8'));
    const [worker] = [...workers].filter((each) => !doomed.has(each));
    if (fault.kind === 'terminate' && worker) {
      doomed.add(worker);
      worker.terminate();
    }
    if (fault.kind === 'die' && worker) channel.postMessage({ threadId: worker.threadId, how: fault.how });
    if (fault.kind === 'clock') offset = fault.offsetMs;
    report(fault.number);
  });
}
`;

export interface FaultInjector {
  /** Settings with which the service loads the fault injector. */
  readonly env: Readonly<Record<string, string>>;
  /** Resolves when it is done; undefined if the process died of it. */
  do(service: StartedService, fault: Fault): Promise<Seen | undefined>;
}

const DEADLINE_MS = 20_000;

export async function openFaultInjector(folder: string, nodeOptions = ''): Promise<FaultInjector> {
  const file = join(folder, 'faults.mjs');
  await writeFile(file, SOURCE(folder));
  let number = 0;
  const lookFor = async (wanted: number): Promise<Seen | undefined> => {
    const text = await readFile(join(folder, 'seen.json'), 'utf8').catch(() => '');
    // If it is only partly written, it is read again.
    const seen = text.endsWith('}') ? (JSON.parse(text) as Seen) : undefined;
    return seen?.fault === wanted ? seen : undefined;
  };
  return {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(file).href} ${nodeOptions}`.trim() },
    do: async ({ process: child }, fault) => {
      number += 1;
      await writeFile(join(folder, 'fault.json'), JSON.stringify({ ...fault, number }));
      child.kill('SIGUSR2');
      const deadline = performance.now() + DEADLINE_MS;
      while (child.exitCode === null && child.signalCode === null) {
        const seen = await lookFor(number);
        if (seen !== undefined) return seen;
        if (performance.now() > deadline) throw new Error(`The service did not do ${fault.kind}.`);
        await sleep(10);
      }
      return undefined;
    },
  };
}

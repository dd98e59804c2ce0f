import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Loaded into the process before the service, with Node's --import; the service does not know about it.
const SOURCE = (file: string): string => `
import { renameSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const done = [];
  process.on('worker', (worker) => {
    let place;
    worker.on('message', (message) => {
      if (message?.kind === 'ready') place = done.push(0) - 1;
      if (message?.kind !== 'done') return;
      done[place] += 1;
      writeFileSync(${JSON.stringify(`${file}.new`)}, JSON.stringify(done));
      renameSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)});
    });
  });
}
`;

export interface WorkByWorker {
  /** Settings with which the service is watched. */
  readonly env: Readonly<Record<string, string>>;
  /** How many tasks each worker thread has done since it started. */
  readonly done: () => Promise<readonly number[]>;
}

/** Watches from inside the process of a service which of its threads do the work. */
export async function watchWorkers(folder: string): Promise<WorkByWorker> {
  const hook = join(folder, 'watch.mjs');
  const file = join(folder, 'done.json');
  await writeFile(hook, SOURCE(file));
  await writeFile(file, '[]');
  return {
    // In addition to the options of the test run itself.
    env: { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${pathToFileURL(hook).href}`.trim() },
    done: async () => JSON.parse(await readFile(file, 'utf8')) as readonly number[],
  };
}

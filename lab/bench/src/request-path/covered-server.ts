/** The service, with V8 counting the calls of its main thread's functions. Started by request-path.ts, which reads them over HTTP. */
import { createServer } from 'node:http';
import { Session } from 'node:inspector';
import { relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { SERVER_MAIN } from '@facet/test-support';
import { REPOSITORY_ROOT } from '../common/repository.js';

/** Built files of the packages, with a slash between folders, in which a function was called. */
export interface CoveredRequest {
  /** Until the first message to a worker thread; without one, all. */
  readonly toHandOver: readonly string[];
  readonly all: readonly string[];
}

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

/** The files that ran since the last look. */
function takeFiles(): string[] {
  const files: string[] = [];
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    for (const { url, functions } of result)
      if (url.startsWith('file:') && functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
        files.push(relative(REPOSITORY_ROOT, fileURLToPath(url)).replaceAll(sep, '/'));
  });
  return files.filter((file) => /^packages\/[\w-]+\/dist\//.test(file));
}

let toHandOver: readonly string[] | null = null;
const postMessage = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
  this: Worker,
  ...message: Parameters<Worker['postMessage']>
) => void;
Worker.prototype.postMessage = function (...message: Parameters<Worker['postMessage']>): void {
  toHandOver ??= takeFiles();
  postMessage.apply(this, message);
};

/** Answers with what ran since the last request, and counts anew. */
createServer((_request, response) => {
  const rest = takeFiles();
  const covered: CoveredRequest = {
    toHandOver: toHandOver ?? rest,
    all: [...new Set([...(toHandOver ?? []), ...rest])],
  };
  toHandOver = null;
  response.end(JSON.stringify(covered));
})
  .listen(Number(process.env['COVERAGE_PORT']), '127.0.0.1')
  .unref();

await import(pathToFileURL(SERVER_MAIN).href);

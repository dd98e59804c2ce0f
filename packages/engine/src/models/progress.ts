/**
 * One step of preparing the models. `doneBytes` is measured, never estimated: it stays 0 as long as nothing is known, and
 * equals `totalBytes` when the step is complete.
 */
export interface ProgressEvent {
  readonly kind: 'fetch' | 'build';
  /** The package of a fetch, the model of a build. */
  readonly name: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export type OnProgress = (event: ProgressEvent) => void;

const BAR_WIDTH = 24;
const MARKER_WIDTH = 4;
const MARKER_STEPS_PER_SECOND = 8;
const DEFAULT_COLUMNS = 80;
const ERASE_LINE = '\r\x1b[K';

export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

interface ProgressBar {
  readonly onProgress: OnProgress;
  /** Erases an unfinished bar, for instance after an error. */
  close(): void;
}

/** A progress bar on a terminal; nothing elsewhere. */
export function createProgressBar(
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): ProgressBar {
  if (stream.isTTY !== true) return { onProgress: () => undefined, close: () => undefined };
  const startedAt = new Map<string, number>();
  const finished = new Set<string>();
  let open = false;
  return {
    onProgress(event) {
      const step = `${event.kind} ${event.name}`;
      if (finished.has(step)) return;
      const started = startedAt.get(step) ?? now();
      startedAt.set(step, started);
      const complete = event.doneBytes >= event.totalBytes;
      if (complete) finished.add(step);
      const line = progressLine(event, (now() - started) / 1000);
      stream.write(`${ERASE_LINE}${line.slice(0, lineWidth(stream))}${complete ? '\n' : ''}`);
      open = !complete;
    },
    close() {
      if (open) stream.write(ERASE_LINE);
      open = false;
    },
  };
}

/** A wrapped line could not be erased. Some terminals do not know their width and report 0. */
function lineWidth({ columns = 0 }: ProgressStream): number {
  return (columns > 0 ? columns : DEFAULT_COLUMNS) - 1;
}

/** As long as no progress is known, the bar only shows activity. */
export function progressLine(event: ProgressEvent, elapsedSeconds: number): string {
  const { kind, name, doneBytes, totalBytes } = event;
  const verb = kind === 'fetch' ? 'Fetching' : 'Building';
  const seconds = `${Math.floor(elapsedSeconds)} s`;
  const total = megabytes(totalBytes);
  if (doneBytes === 0) {
    return `[${movingMarker(elapsedSeconds)}] ${kind === 'fetch' ? `${total}, ` : ''}${seconds}  ${verb} ${name}`;
  }
  const share = Math.min(1, doneBytes / totalBytes);
  const filled = Math.floor(share * BAR_WIDTH);
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled);
  const amount = kind === 'fetch' ? `${Math.floor(share * 100)} % of ${total}, ` : '';
  return `[${bar}] ${amount}${seconds}  ${verb} ${name}`;
}

function movingMarker(elapsedSeconds: number): string {
  const path = BAR_WIDTH - MARKER_WIDTH;
  const step = Math.floor(elapsedSeconds * MARKER_STEPS_PER_SECOND) % (2 * path);
  const offset = step <= path ? step : 2 * path - step;
  return '-'.repeat(offset) + '#'.repeat(MARKER_WIDTH) + '-'.repeat(path - offset);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

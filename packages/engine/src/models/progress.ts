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

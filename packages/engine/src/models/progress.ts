/**
 * One step of getting the models ready. `doneBytes` is what was seen to have arrived, never a guess:
 * it stays 0 as long as nothing is known, and equals `totalBytes` when the step is complete.
 */
export interface ProgressEvent {
  readonly kind: 'fetch' | 'build';
  /** The package of a fetch, the model of a build. */
  readonly name: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export type OnProgress = (event: ProgressEvent) => void;

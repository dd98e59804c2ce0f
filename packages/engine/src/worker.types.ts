import type {
  Analysis,
  CallWork,
  FaceExtra,
  FaceSelection,
  FaceVector,
  FaceVectors,
  VectorExtra,
} from './engine.types.js';
import type { DecodeLimits } from './image/decode-limits.js';
import type { NetFiles } from './pipeline/nets.js';

/** Passed to a worker at its start. */
export interface WorkerSetup {
  readonly files: NetFiles;
  readonly threads: number;
  readonly limits: DecodeLimits;
}

export interface EngineTask {
  readonly operation: 'analyse' | 'vector' | 'vectors';
  readonly image: Uint8Array;
  readonly faces: FaceSelection;
  readonly extras: readonly (FaceExtra | VectorExtra)[];
  /** A smaller limit than that of the engine, for this call. */
  readonly maxPixels?: number | undefined;
  readonly work?: CallWork | undefined;
}

export type EngineTaskResult = Analysis | FaceVector | FaceVectors;

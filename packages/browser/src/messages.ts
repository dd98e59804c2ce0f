import type { TrackRequest } from '@facet/analysis/analysis/track-faces.js';
import type { FaceSelection, RedactionShape } from '@facet/analysis/analysis.types.js';
import type { ErrorValue } from '@facet/analysis/errors.js';
import type { RedactionStyle } from '@facet/analysis/image/redact-pixels.js';
import type { LoadProgress } from './facet.types.js';

/** Pixels that move to the worker. */
export type MovedImage = ImageBitmap | VideoFrame;

/** An image on its way to the worker. */
export type SentImage = Blob | MovedImage;

/** What the worker does. */
export type WorkerCall =
  | {
      readonly operation: 'analyse' | 'vector';
      readonly image: SentImage;
      readonly faces: FaceSelection;
      readonly extras: readonly string[];
    }
  | {
      readonly operation: 'match';
      readonly images: readonly [SentImage, SentImage];
      readonly faces: readonly [FaceSelection, FaceSelection];
    }
  | {
      readonly operation: 'redact';
      readonly image: SentImage;
      readonly faces: FaceSelection;
      readonly style: RedactionStyle;
      readonly shape: RedactionShape;
    }
  | { readonly operation: 'track'; readonly image: SentImage; readonly track: TrackRequest };

/** Frees the pixels of what is not used, or no longer; a file has none. */
export function closeImages(images: readonly SentImage[]): void {
  for (const image of images) if (isMoved(image)) image.close();
}

export const isMoved = (image: SentImage): image is MovedImage => !(image instanceof Blob);

export const imagesOf = (call: WorkerCall): readonly SentImage[] =>
  call.operation === 'match' ? call.images : [call.image];

export interface WorkerSettings {
  readonly models: string;
  readonly threads: number | null;
}

export type ToWorker =
  | { readonly kind: 'open'; readonly settings: WorkerSettings }
  | { readonly kind: 'call'; readonly id: number; readonly call: WorkerCall }
  | { readonly kind: 'cancel'; readonly id: number };

export type FromWorker =
  | { readonly kind: 'progress'; readonly progress: LoadProgress }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorValue };

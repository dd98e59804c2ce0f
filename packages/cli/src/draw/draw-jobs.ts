import type { Box } from '@facet/client';
import type { Size } from '@facet/engine';
import type { DrawnFace } from './draw-face.js';

export type DrawJob =
  | {
      readonly kind: 'photo';
      readonly photo: string | Uint8Array;
      readonly imageSize: Size;
      readonly faces: readonly DrawnFace[];
      readonly out: string;
    }
  | { readonly kind: 'face'; readonly photo: string; readonly box: Box; readonly out: string };

export interface DrawRequest {
  readonly id: number;
  readonly job: DrawJob;
}

export interface DrawAnswer {
  readonly id: number;
  readonly error?: string;
}

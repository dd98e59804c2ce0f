import { fork } from 'node:child_process';
import { LANDMARK_NAMES, type Box } from '@facet/client';
import type { Size } from '@facet/engine';
import { PhotoError } from '../source/photo-error.js';
import type { FoundFace } from '../source/face-source.js';
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

export interface DrawResponse {
  readonly id: number;
  readonly error?: string;
}

interface Drawer {
  draw(job: DrawJob): Promise<void>;
  close(): void;
}

/** Far longer than any picture takes. */
const DEADLINE_MS = 120_000;
const PROCESS = new URL('../../dist/draw/draw-process.js', import.meta.url);

/**
 * Draws in a separate process: the image library is then loaded only by runs that draw, and a picture that it cannot
 * draw does not end the run.
 */
export function openDrawer(): Drawer {
  const child = fork(PROCESS, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, (error?: string) => void>();
  let lastId = 0;
  let isOver = false;
  child.on('message', ({ id, error }: DrawResponse) => waiting.get(id)?.(error));
  const end = (): void => {
    isOver = true;
    for (const settle of waiting.values()) settle('The process that draws has ended.');
  };
  child.on('exit', end);
  child.on('error', end);
  return {
    draw: (job) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const settle = (error?: string): void => {
          clearTimeout(timer);
          waiting.delete(id);
          if (error === undefined) resolve();
          else reject(new PhotoError('file', `${job.out} could not be drawn: ${error}`));
        };
        const timer = setTimeout(settle, DEADLINE_MS, 'it took too long.');
        waiting.set(id, settle);
        if (isOver) settle('The process that draws has ended.');
        else child.send({ id, job } satisfies DrawRequest);
      }),
    close: () => {
      if (child.connected) child.disconnect();
    },
  };
}

export const drawnFaces = (faces: readonly FoundFace[]): DrawnFace[] =>
  faces.map(({ box: [x1, y1, x2, y2], age, gender, genderConfidence, landmarks }) => ({
    box: { x1, y1, x2, y2 },
    landmarks: LANDMARK_NAMES.map((name) => landmarks[name]),
    ageRange: age,
    gender,
    genderConfidence,
  }));

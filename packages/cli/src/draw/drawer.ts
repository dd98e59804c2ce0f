import { fork } from 'node:child_process';
import { PhotoError } from '../source/photo-error.js';
import type { DrawAnswer, DrawJob, DrawRequest } from './draw-jobs.js';

export interface Drawer {
  draw(job: DrawJob): Promise<void>;
  close(): void;
}

/** No picture takes that long. */
const DEADLINE_MS = 120_000;
const PROCESS = new URL('../../dist/draw/draw-process.js', import.meta.url);

/**
 * Draws in a process of its own: the engine leaves the process that it runs in no way to read anything but photos,
 * and a drawing is made of SVG.
 */
export function openDrawer(): Drawer {
  const child = fork(PROCESS, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, (error?: string) => void>();
  let lastId = 0;
  let isOver = false;
  child.on('message', ({ id, error }: DrawAnswer) => waiting.get(id)?.(error));
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

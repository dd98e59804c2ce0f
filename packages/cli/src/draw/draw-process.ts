import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { cutFace, drawPhoto } from './draw-photo.js';
import type { DrawResponse, DrawJob, DrawRequest } from './drawer.js';

// Each picture is drawn once, so libvips need not cache anything.
sharp.cache(false);

async function draw(job: DrawJob): Promise<void> {
  await mkdir(dirname(job.out), { recursive: true });
  if (job.kind === 'photo') await drawPhoto(job.photo, job.imageSize, job.faces, job.out);
  else await cutFace(job.photo, job.box, job.out);
}

const respond = (message: DrawResponse): void => {
  process.send?.(message);
};

process.on('message', ({ id, job }: DrawRequest) => {
  draw(job).then(
    () => {
      respond({ id });
    },
    (error: unknown) => {
      respond({ id, error: error instanceof Error ? error.message : String(error) });
    },
  );
});
// Ctrl-C reaches every process of the group; the parent decides when to end.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());

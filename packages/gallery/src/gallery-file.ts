import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join, basename } from 'node:path';
import { Gallery } from './gallery.js';
import type { ModelOptions } from './gallery-model.js';

const READ_BYTES = 1024 * 1024;

/** Writes a gallery to a file. The old file is replaced only when the new one is completely on disk. */
export async function saveGallery(gallery: Pick<Gallery, 'saveChunks'>, path: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      for (const chunk of gallery.saveChunks()) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Reads a gallery from a file; throws a GalleryError when it is damaged or of another model than the one named. */
export function loadGallery<Meta = unknown>(
  path: string,
  options: ModelOptions = {},
): Promise<Gallery<Meta>> {
  const bytes = createReadStream(path, { highWaterMark: READ_BYTES }) as AsyncIterable<Uint8Array>;
  return Gallery.loadFrom<Meta>(bytes, options);
}

/** Makes the renaming itself last. Windows cannot open folders, and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

import { GalleryError, type Gallery } from '@facet/gallery';
import { loadGallery } from '@facet/gallery/files';
import { RunError } from '../cli-errors.js';

/** The gallery in a file; null where there is none yet. */
export async function openGallery(path: string): Promise<Gallery | null> {
  try {
    return await loadGallery(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw told(path, error);
  }
}

/** Works on an opened gallery; what it refuses, such as vectors of another model, ends the run. */
export function onGallery<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw told(path, error);
  }
}

const told = (path: string, error: unknown): unknown =>
  error instanceof GalleryError ? new RunError(`${path}: ${error.message}`, { cause: error }) : error;

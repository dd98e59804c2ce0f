import { GalleryError, type Gallery } from '@facet/client';
import { loadGallery } from '@facet/client/files';
import { RunError } from '../cli-errors.js';

/** The gallery in a file; null where there is none yet. */
export async function openGallery(path: string): Promise<Gallery | null> {
  try {
    return await loadGallery(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    if (error instanceof GalleryError) throw new RunError(`${path}: ${error.message}`, { cause: error });
    throw error;
  }
}

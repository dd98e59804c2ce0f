import type { Photo } from './photo.js';

/** The bytes that this page can show of a photo; null for one that only the service has. */
export const useShownBytes = ({ source }: Photo): Blob | null =>
  source.kind === 'file' ? source.bytes : null;

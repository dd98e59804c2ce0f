import type { ImageSource } from './request.js';

/** The IDs of the photos that left this browser since the page was opened, or may have left it before. */
const sent = new Set<string>();

export function markSent(source: ImageSource): void {
  if (source.kind === 'file' && source.id !== '') sent.add(source.id);
}

export const wasSent = (source: ImageSource): boolean => source.kind === 'url' || sent.has(source.id);

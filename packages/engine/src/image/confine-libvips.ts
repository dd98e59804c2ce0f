import sharp from 'sharp';
import type { AcceptedFormat } from './decode-limits.js';

const LOADERS: Readonly<Record<AcceptedFormat, string>> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
};

/**
 * Leaves libvips no way to read anything but these formats, from memory; no cache of earlier images; and one
 * thread an image, as images already run side by side.
 * All of this holds for the whole process and every worker thread in it. A decode on another thread can fail
 * while this runs, so the main thread calls it once, before the first worker starts.
 */
export function confineLibvips(formats: readonly AcceptedFormat[]): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: formats.map((format) => LOADERS[format]) });
}

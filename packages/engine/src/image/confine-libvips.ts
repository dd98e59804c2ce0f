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
 * All of this holds for the whole process, so it is called once, before the first decode.
 */
export function confineLibvips(formats: readonly AcceptedFormat[]): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: formats.map((format) => LOADERS[format]) });
}

import { EngineError } from '@facet/analysis/errors.js';
import type { Size } from '@facet/analysis/geometry/box.js';
import { planReduction } from '@facet/analysis/image/analysis-size.js';
import type { Photo } from '@facet/analysis/image/pixels.js';
import type { SentImage } from '../messages.js';

/** The same as that of the server, which says why. */
const BEHIND_TRANSPARENCY = '#808080';
const MAX_PIXELS = 100_000_000;

/** The pixels of an image as the server analyses them, at most `side` long. The image is used up. */
export async function photoOf(image: SentImage, side: number): Promise<Photo> {
  const isJpeg = image instanceof Blob && (await beginsAsJpeg(image));
  const bitmap = image instanceof Blob ? await decode(image) : image;
  try {
    const size = { width: bitmap.width, height: bitmap.height };
    const pixels = size.width * size.height;
    if (pixels > MAX_PIXELS) throw new EngineError('image-too-many-pixels', { pixels, limit: MAX_PIXELS });
    const { target, covered } = planReduction(size, side, isJpeg);
    return { pixels: { ...target, data: rgbOf(bitmap, target) }, size, scale: covered };
  } finally {
    bitmap.close();
  }
}

async function beginsAsJpeg(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0xff && second === 0xd8;
}

/** Upright, and without its colour profile, as on the server. */
async function decode(file: Blob): Promise<ImageBitmap> {
  if (file.size === 0) throw new EngineError('image-empty');
  try {
    return await createImageBitmap(file, { colorSpaceConversion: 'none', imageOrientation: 'from-image' });
  } catch (cause) {
    throw new EngineError('image-unreadable', {}, { cause });
  }
}

function rgbOf(bitmap: ImageBitmap, { width, height }: Size): Uint8Array {
  const context = contextOf({ width, height });
  context.fillStyle = BEHIND_TRANSPARENCY;
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return withoutAlpha(context.getImageData(0, 0, width, height).data);
}

function contextOf({ width, height }: Size): OffscreenCanvasRenderingContext2D {
  // In main memory, where its pixels are read.
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no canvas.');
  return context;
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from] ?? 0;
    rgb[to + 1] = rgba[from + 1] ?? 0;
    rgb[to + 2] = rgba[from + 2] ?? 0;
  }
  return rgb;
}

/** A crop of the analysis (planes R, G, B of 0..255) as a PNG file. */
export async function encodePng(planes: Float32Array, { width, height }: Size): Promise<Uint8Array> {
  const plane = width * height;
  const image = new ImageData(width, height);
  for (let pixel = 0; pixel < plane; pixel++) {
    for (let channel = 0; channel < 3; channel++)
      image.data[4 * pixel + channel] = Math.round(planes[channel * plane + pixel] ?? 0);
    image.data[4 * pixel + 3] = 255;
  }
  const context = contextOf({ width, height });
  context.putImageData(image, 0, 0);
  const blob = await context.canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await blob.arrayBuffer());
}

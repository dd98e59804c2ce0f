import { EngineError } from '@facet/analysis/errors.js';
import type { Size } from '@facet/analysis/geometry/box.js';
import { planReduction, type Reduction } from '@facet/analysis/image/analysis-size.js';
import { BEHIND_TRANSPARENCY, type Photo, type Pixels } from '@facet/analysis/image/pixels.js';
import { MAX_REDACTED_PIXELS } from '@facet/analysis/image/redact-pixels.js';
import { RowReducer } from '@facet/analysis/image/row-reducer.js';
import type { MovedImage, SentImage } from '../messages.js';

const MAX_PIXELS = 100_000_000;
/** What is read of a large image at once. */
const STRIP_BYTES = 4 << 20;

export interface AnalysedSize {
  /** The longer side is at most this. */
  readonly side: number;
  /** Whether the image is reduced exactly as on the server; the canvas is faster. */
  readonly exact: boolean;
}

/** An image as it is analysed, and at full size if its user asks; its pixels are freed afterwards. */
export async function withPhoto<Result>(
  image: SentImage,
  analysed: AnalysedSize,
  use: (photo: Photo, fullPixels: () => Pixels) => Promise<Result>,
): Promise<Result> {
  const format = image instanceof Blob ? await formatOf(image) : null;
  const moved = image instanceof Blob ? await decode(image) : image;
  try {
    return await use(reducedPhoto(moved, format === 'jpeg', analysed), () => fullPixels(moved));
  } finally {
    moved.close();
  }
}

/** The pixels of an image as they are analysed. The image is used up. */
export const photoOf = (image: SentImage, analysed: AnalysedSize): Promise<Photo> =>
  withPhoto(image, analysed, (photo) => Promise.resolve(photo));

function reducedPhoto(moved: MovedImage, isJpeg: boolean, { side, exact }: AnalysedSize): Photo {
  const size = sizeOf(moved);
  rejectMorePixels(size, MAX_PIXELS);
  const reduction = planReduction(size, side, isJpeg);
  const { target, covered } = reduction;
  const isReduced = target.width < size.width || target.height < size.height;
  const data = exact && isReduced ? reducedRgbOf(moved, reduction) : rgbOf(moved, target);
  return { pixels: { ...target, data }, size, scale: covered };
}

function fullPixels(moved: MovedImage): Pixels {
  const size = sizeOf(moved);
  rejectMorePixels(size, MAX_REDACTED_PIXELS);
  return { ...size, data: rgbOf(moved, size) };
}

function rejectMorePixels({ width, height }: Size, limit: number): void {
  const pixels = width * height;
  if (pixels > limit) throw new EngineError('image-too-many-pixels', { pixels, limit });
}

const sizeOf = (image: MovedImage): Size =>
  image instanceof ImageBitmap
    ? { width: image.width, height: image.height }
    : { width: image.displayWidth, height: image.displayHeight };

export async function formatOf(file: Blob): Promise<'jpeg' | 'png' | null> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xd8) return 'jpeg';
  return first === 0x89 && second === 0x50 ? 'png' : null;
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

function rgbOf(image: MovedImage, { width, height }: Size): Uint8Array {
  const context = contextOf({ width, height });
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  return withoutAlpha(context.getImageData(0, 0, width, height).data);
}

function reducedRgbOf(image: MovedImage, reduction: Reduction): Uint8Array {
  const { width, height } = sizeOf(image);
  const reducer = new RowReducer({ width, height }, reduction);
  const rowBytes = 4 * width;
  const rows = Math.min(height, Math.max(1, Math.floor(STRIP_BYTES / rowBytes)));
  const context = contextOf({ width, height: rows });
  for (let top = 0; top < height; top += rows) {
    context.fillRect(0, 0, width, rows);
    context.drawImage(image, 0, -top);
    const { data } = context.getImageData(0, 0, width, Math.min(rows, height - top));
    for (let at = 0; at < data.length; at += rowBytes) reducer.add(data.subarray(at, at + rowBytes));
  }
  return reducer.result();
}

/** A canvas in the colour that transparent parts get. */
function contextOf({ width, height }: Size): OffscreenCanvasRenderingContext2D {
  // In main memory, where its pixels are read.
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('There is no canvas.');
  context.fillStyle = BEHIND_TRANSPARENCY;
  context.fillRect(0, 0, width, height);
  return context;
}

/** Four pixels at a time, as three words: twice as fast as byte by byte. Browsers are little-endian. */
function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4);
  const rgb = new Uint8Array(pixels.length * 3);
  const words = new Uint32Array(rgb.buffer, 0, Math.floor(pixels.length / 4) * 3);
  for (let from = 0, to = 0; to < words.length; from += 4, to += 3) {
    const a = pixels[from] ?? 0;
    const b = pixels[from + 1] ?? 0;
    const c = pixels[from + 2] ?? 0;
    const d = pixels[from + 3] ?? 0;
    words[to] = (a & 0xffffff) | (b << 24);
    words[to + 1] = ((b >>> 8) & 0xffff) | (c << 16);
    words[to + 2] = ((c >>> 16) & 0xff) | (d << 8);
  }
  const done = words.length * 4;
  for (let to = done; to < rgb.length; to++) rgb[to] = rgba[Math.floor(to / 3) * 4 + (to % 3)] ?? 0;
  return rgb;
}

/** A crop of the analysis (planes R, G, B of 0..255) as a PNG file. */
export async function encodePng(planes: Float32Array, size: Size): Promise<Uint8Array> {
  const plane = size.width * size.height;
  const blob = await encoded(size, 'png', (pixel, channel) =>
    Math.round(planes[channel * plane + pixel] ?? 0),
  );
  return new Uint8Array(await blob.arrayBuffer());
}

/** Opaque pixels as a file, without metadata. */
export const encodePixels = ({ data, ...size }: Pixels, format: 'jpeg' | 'png'): Promise<Blob> =>
  encoded(size, format, (pixel, channel) => data[3 * pixel + channel] ?? 0);

const JPEG_QUALITY = 0.92;

function encoded(
  { width, height }: Size,
  format: 'jpeg' | 'png',
  valueAt: (pixel: number, channel: number) => number,
): Promise<Blob> {
  const image = new ImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let channel = 0; channel < 3; channel++) image.data[4 * pixel + channel] = valueAt(pixel, channel);
    image.data[4 * pixel + 3] = 255;
  }
  const context = contextOf({ width, height });
  context.putImageData(image, 0, 0);
  return context.canvas.convertToBlob({ type: `image/${format}`, quality: JPEG_QUALITY });
}

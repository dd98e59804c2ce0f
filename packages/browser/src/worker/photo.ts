import { EngineError } from '@facet/analysis/errors.js';
import type { Size } from '@facet/analysis/geometry/box.js';
import { planReduction, type Reduction } from '@facet/analysis/image/analysis-size.js';
import type { Photo } from '@facet/analysis/image/pixels.js';
import { RowReducer } from '@facet/analysis/image/row-reducer.js';
import type { MovedImage, SentImage } from '../messages.js';

/** The same as that of the server, which says why. */
const BEHIND_TRANSPARENCY = '#808080';
const MAX_PIXELS = 100_000_000;
/** What is read of a large image at once. */
const STRIP_BYTES = 4 << 20;

export interface AnalysedSize {
  /** The longer side is at most this. */
  readonly side: number;
  /** Whether the image is reduced exactly as on the server; the canvas is faster. */
  readonly exact: boolean;
}

/** The pixels of an image as they are analysed. The image is used up. */
export async function photoOf(image: SentImage, { side, exact }: AnalysedSize): Promise<Photo> {
  const isJpeg = image instanceof Blob && (await beginsAsJpeg(image));
  const moved = image instanceof Blob ? await decode(image) : image;
  try {
    const size = sizeOf(moved);
    const pixels = size.width * size.height;
    if (pixels > MAX_PIXELS) throw new EngineError('image-too-many-pixels', { pixels, limit: MAX_PIXELS });
    const reduction = planReduction(size, side, isJpeg);
    const { target, covered } = reduction;
    const isReduced = target.width < size.width || target.height < size.height;
    const data = exact && isReduced ? reducedRgbOf(moved, reduction) : rgbOf(moved, target);
    return { pixels: { ...target, data }, size, scale: covered };
  } finally {
    moved.close();
  }
}

const sizeOf = (image: MovedImage): Size =>
  image instanceof ImageBitmap
    ? { width: image.width, height: image.height }
    : { width: image.displayWidth, height: image.displayHeight };

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

import type { Size } from './box.js';

export interface ReducedPicture {
  readonly bytes: Blob;
  readonly size: Size;
  /** Whether it has fewer pixels than before. */
  readonly isSmaller: boolean;
}

interface Reduction {
  /** Pixels of the longer side at most. */
  readonly longest: number;
  readonly jpegQuality?: number;
}

const JPEG_QUALITY = 0.88;

/** The size with its longer side at most `longest`, never enlarged. */
export function fitted({ width, height }: Size, longest: number): Size {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A photo as an upright JPEG, whatever the browser can read. Redrawing it also removes metadata of the camera, such as
 * the location. null: the browser cannot read it.
 */
export async function reducePhoto(file: Blob, reduction: Reduction): Promise<ReducedPicture | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return null;
  try {
    return await drawReduced(bitmap, { width: bitmap.width, height: bitmap.height }, reduction);
  } finally {
    bitmap.close();
  }
}

/** The current frame of the camera; null while there is none. */
export function reduceFrame(video: HTMLVideoElement, reduction: Reduction): Promise<ReducedPicture | null> {
  const { videoWidth: width, videoHeight: height } = video;
  return width === 0 ? Promise.resolve(null) : drawReduced(video, { width, height }, reduction);
}

function drawReduced(
  source: ImageBitmap | HTMLVideoElement,
  full: Size,
  { longest, jpegQuality = JPEG_QUALITY }: Reduction,
): Promise<ReducedPicture | null> {
  const size = fitted(full, longest);
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (context === null) return Promise.resolve(null);
  context.imageSmoothingQuality = 'high';
  // Transparent pixels would turn black in a JPEG.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.drawImage(source, 0, 0, size.width, size.height);
  return new Promise((resolve) => {
    canvas.toBlob(
      (bytes) => {
        resolve(bytes === null ? null : { bytes, size, isSmaller: size.width < full.width });
      },
      'image/jpeg',
      jpegQuality,
    );
  });
}

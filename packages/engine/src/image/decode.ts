import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { EngineError } from '@facet/analysis/errors.js';
import type { Size } from '@facet/analysis/geometry/box.js';
import { planReduction, type Reduction } from '@facet/analysis/image/analysis-size.js';
import { rejectTooExpensive } from './cost-estimate.js';
import {
  formatNames,
  rejectTooManyBytes,
  rejectTooManyPixels,
  rejectTooMuchHeld,
  type AcceptedFormat,
  type DecodeLimits,
} from './decode-limits.js';
import { readHeader, type ImageHeader } from './image-header.js';
import { isJpegCutOff } from './jpeg-structure.js';
import { orient } from './orientation.js';
import { BEHIND_TRANSPARENCY, type Photo } from '@facet/analysis/image/pixels.js';
import { isPngCutOff } from './png-structure.js';
import { sniffFormat } from './sniff-format.js';

/** The one other format that phones write by default; the prebuilt libvips has no decoder for it. */
const heicAdvice = (formats: readonly AcceptedFormat[]): string =>
  `HEIC photos are not accepted; convert the photo to ${formatNames(formats)} first.${formats.includes('jpeg') ? ON_PHONES : ''}`;
const ON_PHONES =
  ' Web pages and apps on a phone get a JPEG when they ask for one, and iPhones take JPEGs with Settings > Camera > Formats > Most Compatible.';

type Tolerance = 'warning' | 'error' | 'truncated';

/** From the bytes of a file to upright 8-bit RGB, no larger than the analysis needs. */
export async function decodePhoto(bytes: Uint8Array, limits: DecodeLimits): Promise<Photo> {
  rejectTooManyBytes(bytes.length, limits);
  const format = acceptedFormat(bytes, limits);
  try {
    return await decode(bytes, format, limits);
  } catch (failure) {
    throw failure instanceof EngineError ? failure : decodeFailure(failure, bytes, format);
  }
}

export function acceptedFormat(bytes: Uint8Array, limits: DecodeLimits): AcceptedFormat {
  if (bytes.length === 0) throw new EngineError('image-empty');
  const recognised = sniffFormat(bytes);
  const accepted = limits.formats.find((format) => format === recognised);
  if (accepted !== undefined) return accepted;
  throw new EngineError('image-format', recognised ? { format: recognised } : {}, {
    message:
      recognised === 'heif'
        ? heicAdvice(limits.formats)
        : `The image format is not accepted; send ${formatNames(limits.formats)}.`,
  });
}

async function decode(bytes: Uint8Array, format: AcceptedFormat, limits: DecodeLimits): Promise<Photo> {
  const header = await readHeader(bytes, format, limits.analysisSide);
  rejectTooManyPixels(header.stored, limits);
  rejectTooMuchHeld(header.stored, header.cost.heldBytes, limits);
  rejectTooExpensive(header.cost, limits);
  const reduction = planReduction(header.stored, limits.analysisSide, format === 'jpeg');
  const read = (failOn: Tolerance): Promise<Raw> =>
    rgbImage(header, reduction.target, failOn, limits).toBuffer({ resolveWithObject: true });
  if (format !== 'jpeg') return toPhoto(await read('error'), header, reduction);
  const raw = await readTolerantly(read, () => {
    rejectTooExpensive({ ...header.cost, workNs: 2 * header.cost.workNs }, limits);
  });
  return toPhoto(raw, header, reduction);
}

interface Raw {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

/** Most photos decode without a warning; for the rest it depends on what the warning says. */
async function readTolerantly(
  read: (failOn: Tolerance) => Promise<Raw>,
  rejectSecondRead: () => void,
): Promise<Raw> {
  try {
    return await read('warning');
  } catch (warning) {
    if (reportsLostPixels(warning)) throw warning;
    rejectSecondRead();
    return read('truncated');
  }
}

function rgbImage(
  { pixelBytes, stored }: ImageHeader,
  target: Size,
  failOn: Tolerance,
  limits: DecodeLimits,
): Sharp {
  // Profiles are never applied: one for RGB shifts colours a little and triples the cost, and one for inks is a program
  // that the sender wrote. libvips has a profile of its own for inks.
  const image = sharp(pixelBytes, { failOn, limitInputPixels: limits.pixels, ignoreIcc: true });
  return flatRgb(
    sameSize(target, stored) ? image : image.resize({ ...target, fit: 'fill', kernel: 'cubic' }),
  );
}

/** Its pixels as everything here sees them: opaque, RGB, 8 bits. */
export const flatRgb = (image: Sharp): Sharp =>
  image.flatten({ background: BEHIND_TRANSPARENCY }).toColourspace('srgb').raw({ depth: 'uchar' });

function toPhoto({ data, info }: Raw, header: ImageHeader, { covered }: Reduction): Photo {
  const { width, height } = info;
  if (data.length !== width * height * 3) throw new Error(`${data.length} bytes for ${width}x${height} RGB`);
  const { swapsAxes, reversesX, reversesY } = header.orientation;
  const pixels = orient({ data, width, height }, header.orientation);
  const size = swapIf(swapsAxes, header.stored);
  const upright = swapsAxes ? { x: covered.y, y: covered.x } : covered;
  return {
    pixels,
    size,
    scale: {
      // On a reversed axis the edge that the decoder dropped comes first; the plain ratio then errs least.
      x: reversesX ? size.width / pixels.width : upright.x,
      y: reversesY ? size.height / pixels.height : upright.y,
    },
  };
}

const swapIf = (swap: boolean, { width, height }: Size): Size =>
  swap ? { width: height, height: width } : { width, height };

const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height;

/**
 * What the JPEG decoder reports when pixels are lost. Its other warnings (stray bytes before a marker, odd scan
 * parameters, unknown versions) are common in good photos.
 */
const LOST_PIXELS = /bad Huffman code|bad arithmetic code|premature end|instead of RST/i;

const reportsLostPixels = (failure: unknown): boolean => LOST_PIXELS.test(String(failure));

/** The typed error for what libvips reported; its own message goes no further than `cause`. */
export function decodeFailure(failure: unknown, bytes: Uint8Array, format: AcceptedFormat): EngineError {
  // Decided by the bytes: libvips keeps one error text for all threads, so that messages may mix.
  const code = isCutOff(bytes, format) ? 'image-truncated' : 'image-unreadable';
  return new EngineError(code, { format }, { cause: failure });
}

function isCutOff(bytes: Uint8Array, format: AcceptedFormat): boolean {
  switch (format) {
    case 'jpeg':
      return isJpegCutOff(bytes);
    case 'png':
      return isPngCutOff(bytes);
    case 'webp':
      return bytes.length < 12 || bytes.length < riffEnd(bytes);
    case 'avif':
      // Its boxes may come in any order and point anywhere, so that truncation looks like any other damage.
      return false;
  }
}

const riffEnd = (bytes: Uint8Array): number =>
  8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(4, true);

const LOADERS: Readonly<Record<AcceptedFormat, string>> = {
  jpeg: 'VipsForeignLoadJpegBuffer',
  png: 'VipsForeignLoadPngBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  avif: 'VipsForeignLoadHeifBuffer',
};

/**
 * Restricts libvips to these formats, read from memory; no cache of earlier images, and one thread for each image, as
 * images are already decoded side by side. This applies to the whole process, so it is called once, before the first decode.
 */
export function confineLibvips(formats: readonly AcceptedFormat[]): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: formats.map((format) => LOADERS[format]) });
}

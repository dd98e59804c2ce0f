import { stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { openDrawer, drawnFaces } from '../draw/drawer.js';
import { coloursFor, printable } from '../output/terminal.js';
import { choosePrinter } from '../output/printer.js';
import { photosFor } from '../photos/find-photos.js';
import type { Photo } from '../photos/photo.js';
import { ATTRIBUTE_NAMES, type AttributeNames, type PhotoFaces } from '../source/face-source.js';
import { facesPrinters } from './detect-printers.js';
import { runPhotos, type RunFlags } from './photo-run.js';

export interface DetectFlags extends RunFlags {
  readonly draw?: string;
  readonly maxFaces?: number;
  readonly minFaceSize?: number;
  readonly attributes?: string;
}

export async function detect(args: readonly string[], flags: DetectFlags, shell: Shell): Promise<ExitCode> {
  const attributes = attributeNames(flags.attributes);
  const photos = await photosFor(args, shell);
  const { maxFaces, minFaceSize } = flags;
  const limits = {
    ...(maxFaces !== undefined && { maxFaces }),
    ...(minFaceSize !== undefined && { minFaceSize }),
  };
  const drawnPath = flags.draw === undefined ? undefined : await drawnPaths(flags.draw, photos, shell.cwd);
  const drawer = drawnPath === undefined ? null : openDrawer();
  try {
    return await runPhotos<PhotoFaces>(
      {
        photos,
        flags,
        topic: {
          results: 'faces',
          options: {
            draw: flags.draw ?? '',
            ...limits,
            ...(attributes.length > 0 && { attributes: attributes.join() }),
          },
        },
        printer: choosePrinter(flags, facesPrinters(coloursFor(shell.stdout, shell.env))),
        work: async (source, { photo, bytes, signal }) => {
          const found = await source.faces(bytes, { ...limits, attributes, signal });
          if (drawnPath !== undefined) {
            const { imageSize, faces } = found;
            await drawer?.draw({
              kind: 'photo',
              photo: photo.path ?? bytes,
              imageSize,
              faces: drawnFaces(faces),
              out: drawnPath(photo),
            });
          }
          return found;
        },
      },
      shell,
    );
  } finally {
    drawer?.close();
  }
}

/** The names after --attributes, those of the API. */
function attributeNames(text: string | undefined): AttributeNames {
  if (text === undefined) return [];
  return text.split(',').map((part) => {
    const name = ATTRIBUTE_NAMES.find((known) => known === part.trim());
    if (name !== undefined) return name;
    throw new UsageError(
      `--attributes does not know "${printable(part.trim())}"; name one or more of ${ATTRIBUTE_NAMES.join(', ')}, joined by commas.`,
    );
  });
}

/** What sharp may write; see draw-photo.ts. */
const PICTURES = ['.jpg', '.jpeg', '.png', '.webp', '.avif'];
/** Endings of pictures that cannot be written: a typing error rather than a folder. */
const OTHER_PICTURE = /\.(?:gif|tiff?|bmp|hei[cf]|svg|pdf|jp2|jxl)$/i;

/** Where the picture of each photo goes: the one file that was named, or the same place below the folder that was. */
async function drawnPaths(
  draw: string,
  photos: readonly Photo[],
  cwd: string,
): Promise<(photo: Photo) => string> {
  const target = resolve(cwd, draw);
  const isFile = PICTURES.includes(extname(draw).toLowerCase());
  if (isFile && photos.length > 1) {
    throw new UsageError(`--draw ${draw} is one file, but there are ${photos.length} photos; name a folder.`);
  }
  const out = isFile ? () => target : ({ below }: Photo) => join(target, below);
  const facts = await stat(target).catch(() => null);
  if (OTHER_PICTURE.test(draw) && facts?.isDirectory() !== true) {
    throw new UsageError(
      `--draw ${draw} is in a format that cannot be written; name a file that ends in .jpg, .png, .webp or .avif, or a folder.`,
    );
  }
  if (!isFile && facts?.isFile() === true) {
    throw new UsageError(
      `--draw ${draw} is a file; name a folder, or a file that ends in .jpg, .png, .webp or .avif.`,
    );
  }
  // A picture must never take the place of a photo.
  const overwritten = photos.find((photo) => photo.path !== null && resolve(cwd, photo.path) === out(photo));
  if (overwritten !== undefined) {
    throw new UsageError(`--draw ${draw} would overwrite the photo ${overwritten.name}; name another place.`);
  }
  return out;
}

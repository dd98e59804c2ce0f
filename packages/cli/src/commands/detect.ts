import { IMAGE_ATTRIBUTES } from '@facet/client';
import { UsageError, type ExitCode, type Shell } from '../shell.js';
import { openDrawer, drawnFaces } from '../draw/drawer.js';
import { drawnPaths } from '../draw/drawn-paths.js';
import { coloursFor, printable } from '../output/terminal.js';
import { choosePrinter } from '../output/printer.js';
import { photosFor } from '../photos/find-photos.js';
import type { AttributeNames, PhotoFaces } from '../source/face-source.js';
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
  const photos = await photosFor(args, flags, shell);
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
        printer: choosePrinter(flags, facesPrinters(coloursFor(shell.stdout, shell.env), attributes)),
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
    const name = IMAGE_ATTRIBUTES.find((known) => known === part.trim());
    if (name !== undefined) return name;
    throw new UsageError(
      `--attributes does not know "${printable(part.trim())}"; name one or more of ${IMAGE_ATTRIBUTES.join(', ')}, joined by commas.`,
    );
  });
}

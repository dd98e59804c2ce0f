import { IMAGE_ATTRIBUTES } from '@facet/client';
import { resolve } from 'node:path';
import { z } from 'zod';
import { openGallery } from '../commands/gallery.js';
import { readPhoto } from '../photos/photo.js';
import { hasVector, type FaceSource } from '../source/face-source.js';
import { FileRejected, type AllowedFiles } from './allowed-files.js';

export interface ToolContext {
  readonly source: FaceSource;
  readonly files: AllowedFiles;
  readonly stdin: NodeJS.ReadStream;
  readonly signal: AbortSignal;
}

/** Something that an assistant can ask for. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The result, as JSON. */
  run(input: unknown, context: ToolContext): Promise<unknown>;
}

const tool = <Shape extends z.core.$ZodLooseShape>(
  facts: Omit<Tool, 'input' | 'run'>,
  input: z.ZodObject<Shape>,
  run: (input: z.output<z.ZodObject<Shape>>, context: ToolContext) => Promise<unknown>,
): Tool => ({
  ...facts,
  input,
  run: (given, context) => run(input.parse(given), context),
});

const MAX_PATH = 4096;
const photo = z
  .string()
  .min(1)
  .max(MAX_PATH)
  .describe(
    'Path of a photo (JPEG, PNG, WebP, AVIF), absolute or relative to a folder that the user has named.',
  );

async function read(path: string, { files, stdin }: ToolContext): Promise<Uint8Array> {
  const real = await files.find(path);
  return readPhoto({ name: path, path: real, below: path }, stdin);
}

const detect = tool(
  {
    name: 'detect_faces',
    title: 'Detect faces',
    description:
      'Finds every face in a photo: rectangle in pixels (x1, y1, x2, y2), age range, gender and more on request. Age and gender are guesses from appearance.',
  },
  z.object({
    photo,
    attributes: z
      .array(z.enum(IMAGE_ATTRIBUTES))
      .max(IMAGE_ATTRIBUTES.length)
      .default([])
      .describe('Further fields of each face.'),
    landmarks: z.boolean().default(false).describe('Whether to include the 68 landmarks of each face.'),
  }),
  async (input, context) => {
    const { attributes, landmarks } = input;
    const { imageSize, faces } = await context.source.faces(await read(input.photo, context), {
      attributes,
      signal: context.signal,
    });
    return {
      image_size: imageSize,
      faces: faces.map(({ landmarks: points, ...face }) =>
        landmarks ? { ...face, landmarks: points } : face,
      ),
    };
  },
);

const match = tool(
  {
    name: 'match_faces',
    title: 'Compare two faces',
    description:
      'Tells whether the most prominent faces of two photos show the same person: a distance, and a match below 0.5. It can be wrong; a person should check what matters.',
  },
  z.object({ first: photo, second: photo }),
  async ({ first, second }, context) => {
    const photos = await Promise.all([read(first, context), read(second, context)]);
    const { score, isMatch } = await context.source.match(photos[0], photos[1], { signal: context.signal });
    return { distance: score, status: isMatch ? 'match' : 'not a match' };
  },
);

const search = tool(
  {
    name: 'search_faces',
    title: 'Find people of a gallery in a photo',
    description:
      'For each face in a photo, the nearest people of a gallery that "facet enrol" made, if they are near enough.',
  },
  z.object({
    photo,
    gallery: z
      .string()
      .min(1)
      .max(MAX_PATH)
      .describe('Path of the gallery, in a folder that the user has named.'),
    top: z.int().min(1).max(20).default(1).describe('How many people to list for each face.'),
  }),
  async (input, context) => {
    const path = await context.files.find(input.gallery);
    const gallery = await openGallery(resolve(path));
    if (gallery === null) throw new FileRejected(`There is no gallery ${JSON.stringify(input.gallery)}.`);
    const bytes = await read(input.photo, context);
    const vectors = await context.source.vectors(bytes, { of: 'every', signal: context.signal });
    const faces = vectors.filter(hasVector);
    const found = gallery.searchPhoto(faces, { k: input.top });
    return { faces: found.map(({ hits }, n) => ({ box: faces[n]?.box, hits })) };
  },
);

/** A further tool is added here. */
export const TOOLS: readonly Tool[] = [detect, match, search];

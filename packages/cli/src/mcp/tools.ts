import { IMAGE_ATTRIBUTES } from '@facet/client';
import { resolve } from 'node:path';
import { z } from 'zod';
import { openGallery } from '../commands/gallery.js';
import { readPhoto } from '../photos/photo.js';
import { withMargin } from '../source/face-margin.js';
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
  /** Whether it leaves every file as it is. */
  readonly onlyReads: boolean;
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
/** As many as the service takes. */
const MAX_BOXES = 24;
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
    onlyReads: true,
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
    onlyReads: true,
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
    onlyReads: true,
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

const redact = tool(
  {
    name: 'redact_faces',
    onlyReads: false,
    title: 'Make faces unrecognisable',
    description:
      'Writes a copy of a photo in which every face, or the faces in the given rectangles, cannot be recognised. The copy has no metadata. A face that is not found stays visible: look at the copy before it is published.',
  },
  z.object({
    photo,
    out: z
      .string()
      .min(1)
      .max(MAX_PATH)
      .describe(
        'Path of the new file, in a folder that the user has named: ending in .png for a PNG, in .jpg for any other photo.',
      ),
    style: z.enum(['pixelate', 'blur', 'box']).default('pixelate'),
    boxes: z
      .array(z.tuple([z.int(), z.int(), z.int(), z.int()]))
      .min(1)
      .max(MAX_BOXES)
      .optional()
      .describe(
        'Rectangles of faces as detect_faces returns them: x1, y1, x2, y2; hairline and ears are covered too. Default: every face.',
      ),
  }),
  async ({ out, style, boxes, ...input }, context) => {
    const { signal } = context;
    const { image, format, faces } = await context.source.redact(await read(input.photo, context), {
      style,
      boxes: boxes?.map(withMargin),
      signal,
    });
    return { faces, format, out: await context.files.write(out, image, format) };
  },
);

/** A further tool is added here. */
export const TOOLS: readonly Tool[] = [detect, match, search, redact];

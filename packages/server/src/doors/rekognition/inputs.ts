import { z } from 'zod';
import { idField } from '../../people/index.js';
import { invalidParameter, RekognitionError } from './rekognition-error.js';

// What requests may contain. The errors complete the sentence "The parameter … must be".

const IMAGE = 'an image with Bytes';

/** `Bytes` is Base64, or the name under which the body parser keeps a long string. */
export const image = z.object(
  { Bytes: z.string({ error: IMAGE }).optional(), S3Object: z.unknown().optional() },
  { error: IMAGE },
);
export type RequestImage = z.infer<typeof image>;

/** The text of an image that was sent itself. */
export function bytesOfImage({ Bytes, S3Object }: RequestImage): string {
  if (S3Object !== undefined)
    throw new RekognitionError(
      'InvalidS3ObjectException',
      'bad-field',
      'Unable to get object metadata from S3: this service reads no S3 objects; send the image in Bytes.',
    );
  if (Bytes === undefined || Bytes === '') throw invalidParameter('The parameter Image must have Bytes.');
  return Bytes;
}

export const collectionId = idField;

const FACE_ID = 'the id of a face';
export const faceId = z.string({ error: FACE_ID }).regex(/^[\w.-]{1,64}$/, { error: FACE_ID });

const EXTERNAL_ID = '1 to 255 letters, digits, dots, hyphens, underscores or colons';
export const externalImageId = z
  .string({ error: EXTERNAL_ID })
  .regex(/^[\w.:-]{1,255}$/, { error: EXTERNAL_ID })
  .optional();

const PERCENT = 'a number from 0 to 100';
export const percentage = (standard: number): z.ZodDefault<z.ZodNumber> =>
  z.number({ error: PERCENT }).min(0, { error: PERCENT }).max(100, { error: PERCENT }).default(standard);

const wholeNumber = (from: number, to: number) => {
  const error = `a whole number from ${from} to ${to}`;
  return z.int({ error }).min(from, { error }).max(to, { error });
};

/** As many as Amazon Rekognition allows in one request. */
export const MOST_FACES = 4096;
export const maxFaces = wholeNumber(1, MOST_FACES);
export const maxResults = wholeNumber(0, MOST_FACES).default(1000);

export const chosenFrom = <const Name extends string>(names: readonly Name[]): z.ZodType<Name> =>
  z.enum(names, { error: `one of ${names.join(', ')}` });

export const listOf = <Item>(item: z.ZodType<Item>, most: number): z.ZodArray<z.ZodType<Item>> => {
  const error = `a list of 1 to ${most}`;
  return z.array(item, { error }).min(1, { error }).max(most, { error });
};

const TOKEN = 'a token that the last response gave';
/** The id of the last entry of the page before. */
export const nextToken = z
  .string({ error: TOKEN })
  .regex(/^[\w-]{1,90}$/, { error: TOKEN })
  .optional();

export const tokenOf = (lastId: string): string => Buffer.from(lastId).toString('base64url');

export function idOfToken(token: string | undefined): string {
  if (token === undefined) return '';
  const id = Buffer.from(token, 'base64url').toString();
  if (/^[\w.-]{1,64}$/.test(id)) return id;
  throw new RekognitionError('InvalidPaginationTokenException', 'bad-field', `NextToken must be ${TOKEN}.`);
}

/** The checked input of a request; others of its fields are ignored, as AWS does. */
export function checkedInput<Input>(schema: z.ZodType<Input>, value: unknown): Input {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.path[0];
  throw invalidParameter(
    issue === undefined || name === undefined
      ? 'The request must be a JSON object.'
      : `The parameter ${String(name)} must be ${issue.message}.`,
  );
}

import { VECTOR_MODEL } from '@facet/gallery/search';
import { isFields } from '../../api/call.js';
import { VECTOR_LENGTH } from '@facet/client/responses';
import { cleanName, MAX_PEOPLE, MAX_VECTORS_PER_PERSON, type Person, type StoredVector } from './gallery.js';

const FORMAT = 'facet-gallery';
const VERSION = 3;

export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** The gallery as a file, as a backup or to import in another browser. */
export function writeGalleryFile(people: readonly Person[], now: Date): string {
  return JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      exported_at: now.toISOString(),
      people: people.map(({ name, vectors }) => ({
        name,
        vectors: vectors.map(({ vector, model, addedAt, thumbnail }) => ({
          vector,
          model,
          added_at: addedAt,
          ...(thumbnail === undefined ? {} : { thumbnail }),
        })),
      })),
    },
    null,
    1,
  );
}

export interface ImportedPerson {
  readonly name: string;
  readonly vectors: readonly StoredVector[];
}

/** The file is not a gallery; the message says why. */
export class NotAGallery extends Error {
  override readonly name = 'NotAGallery';
}

/** Reads such a file strictly: one wrong entry, and nothing is imported. */
export function readGalleryFile(text: string): ImportedPerson[] {
  const file = parse(text);
  if (!isFields(file) || file['format'] !== FORMAT) {
    throw new NotAGallery('This file is not a gallery that was exported here.');
  }
  if (file['version'] !== VERSION) {
    throw new NotAGallery('This gallery was exported by another version of this page.');
  }
  const { people } = file;
  if (!Array.isArray(people)) throw new NotAGallery('The file lists no people.');
  if (people.length > MAX_PEOPLE) {
    throw new NotAGallery(`The file lists ${people.length} people; this page holds up to ${MAX_PEOPLE}.`);
  }
  return people.map(readPerson);
}

function readPerson(value: unknown, at: number): ImportedPerson {
  const where = `Person ${at + 1} of the file`;
  if (!isFields(value)) throw new NotAGallery(`${where} cannot be read.`);
  const { name, vectors } = value;
  const clean = typeof name === 'string' ? cleanName(name) : null;
  if (clean === null) throw new NotAGallery(`${where} has no usable name.`);
  if (!Array.isArray(vectors) || vectors.length > MAX_VECTORS_PER_PERSON) {
    throw new NotAGallery(`${where} must have up to ${MAX_VECTORS_PER_PERSON} vectors.`);
  }
  return { name: clean, vectors: vectors.map((vector) => readStoredVector(vector, where)) };
}

const THUMBNAIL = /^data:image\/(jpeg|png|webp);base64,[\w+/=]+$/;
const MAX_THUMBNAIL_LENGTH = 40_000;

function readStoredVector(value: unknown, where: string): StoredVector {
  if (!isFields(value)) throw new NotAGallery(`A vector of ${where.toLowerCase()} cannot be read.`);
  const { vector, model, added_at: addedAt, thumbnail } = value;
  if (!isVector(vector)) {
    throw new NotAGallery(`A vector of ${where.toLowerCase()} does not hold ${VECTOR_LENGTH} numbers.`);
  }
  if (model !== VECTOR_MODEL) {
    throw new NotAGallery(
      `A vector of ${where.toLowerCase()} was made by a different model than the one in use (${VECTOR_MODEL}). Enrol the photos again.`,
    );
  }
  const time = typeof addedAt === 'string' ? Date.parse(addedAt) : Number.NaN;
  const keepsPicture =
    typeof thumbnail === 'string' && thumbnail.length <= MAX_THUMBNAIL_LENGTH && THUMBNAIL.test(thumbnail);
  return {
    vector,
    model,
    addedAt: new Date(Number.isNaN(time) ? 0 : time).toISOString(),
    ...(keepsPicture ? { thumbnail } : {}),
  };
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length === VECTOR_LENGTH && value.every((item) => Number.isFinite(item));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotAGallery('This file is not JSON.');
  }
}

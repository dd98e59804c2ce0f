import { createHash } from 'node:crypto';
import { VECTOR_MODEL } from '@facet/engine';
import { z } from 'zod';
import type { CollectionRow, ImportedPerson } from '../../people/index.js';
import type { Output } from './operation.js';

// A face of Amazon Rekognition belongs to nobody, so each is a person of its own here: the FaceId is the id of the person,
// and the rest of what its API says about a face is in the metadata. A person who was enrolled with another client is one
// face, whose FaceId and ExternalImageId are the id of the person.

const Metadata = z.object({
  ImageId: z.string(),
  ExternalImageId: z.string().optional(),
  BoundingBox: z.object({ Left: z.number(), Top: z.number(), Width: z.number(), Height: z.number() }),
  Confidence: z.number(),
});
type FaceMetadata = z.infer<typeof Metadata>;

/** As much of an ExternalImageId as a name may have. */
const MAX_NAME = 200;

/** The person of a new face. */
export function personOfFace(
  collection: CollectionRow,
  metadata: FaceMetadata,
  vector: Float32Array,
): ImportedPerson {
  return {
    id: faceIdOf(collection, metadata, vector),
    fields: {
      display_name: metadata.ExternalImageId?.slice(0, MAX_NAME) ?? null,
      metadata: JSON.stringify(metadata),
    },
    vectors: [vector],
  };
}

/** The same face with the same ExternalImageId gets the same id again, so that a repeated request changes nothing. */
function faceIdOf(
  { number, created_at }: CollectionRow,
  { ExternalImageId = '', BoundingBox }: FaceMetadata,
  vector: Float32Array,
): string {
  const hash = createHash('sha256')
    .update(`${number} ${created_at} ${ExternalImageId} ${Object.values(BoundingBox).join(' ')}\n`)
    .update(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
    .digest();
  return uuidOf(hash);
}

/** The id of an image: the same for the same bytes. */
export const imageIdOf = (bytes: Uint8Array): string => uuidOf(createHash('sha256').update(bytes).digest());

/** A UUID of version 8, which is for hashes. */
function uuidOf(hash: Buffer): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A stored face as responses describe it. */
export function faceView(id: string, metadata: string | null): Output {
  const own = Metadata.safeParse(metadata === null ? null : JSON.parse(metadata));
  return {
    FaceId: id,
    ...(own.success ? own.data : { ExternalImageId: id }),
    IndexFacesModelVersion: VECTOR_MODEL,
  };
}

import { VECTOR_MODEL, type AttributedFace, type Size } from '@facet/engine';
import { z } from 'zod';
import { importPeople, thresholdOf } from '../../people/index.js';
import { attributes, qualityFilter } from './analyse-images.js';
import { defaultDetail, faceDetail, filteredOut, type FaceDetail } from './face-detail.js';
import { collectionId, externalImageId, faceId, image, maxFaces, percentage } from './inputs.js';
import { analysing, type Context, type Output } from './operation.js';
import { filtered, invalidParameter } from './rekognition-error.js';
import { distanceOf, SAME_PERSON, similarityOf } from './similarity.js';
import { faceView, imageIdOf, personOfFace } from './stored-face.js';

/** As many as the service finds for one face; Amazon Rekognition would return up to 4,096. */
const MOST_MATCHES = 100;

const Search = z.object({
  CollectionId: collectionId,
  MaxFaces: maxFaces.default(80),
  FaceMatchThreshold: percentage(SAME_PERSON),
});

/** The faces that are similar enough to one; the similarity is 80 at the threshold of a collection of this size. */
async function matchesOf(
  vector: Float32Array,
  { CollectionId: id, MaxFaces, FaceMatchThreshold }: z.infer<typeof Search>,
  { deps: { collections }, caller, signal }: Context,
  except?: string,
): Promise<Output[]> {
  const { accountId } = caller.owner;
  const rows = await collections.faces.prepare(accountId, [id], signal);
  const own = thresholdOf({ faces: rows.reduce((sum, { faces }) => sum + faces, 0) });
  const wanted = Math.min(MOST_MATCHES, MaxFaces);
  const { matches } = await collections.faces.searchIn(rows, [vector], {
    // One more, because the face itself is left out.
    maxResults: Math.min(MOST_MATCHES, wanted + (except === undefined ? 0 : 1)),
    threshold: distanceOf(FaceMatchThreshold, own),
    signal,
  });
  const found = (matches[0] ?? []).filter(({ person }) => person !== except).slice(0, wanted);
  const metadata = await collections.people.metadataOf(
    accountId,
    id,
    found.map(({ person }) => person),
  );
  return found.map(({ distance, person }) => ({
    Similarity: similarityOf(distance, own),
    Face: faceView(person, metadata.get(person) ?? null),
  }));
}

export const SearchFaces = analysing({
  input: Search.extend({ FaceId: faceId }),
  images: () => ({}),
  prepare: ({ CollectionId: id }, { deps: { collections }, caller: { owner }, signal }) =>
    collections.faces.prepare(owner.accountId, [id], signal),
  run: (_engine, _images, input, context) => {
    const { CollectionId: id, FaceId } = input;
    const { deps, caller } = context;
    const data = async (): Promise<Output> => {
      const [vector] = await deps.collections.faces.vectorsOf(caller.owner.accountId, id, FaceId);
      if (vector === undefined) throw invalidParameter('FaceId was not found in the collection.');
      return {
        SearchedFaceId: FaceId,
        FaceMatches: await matchesOf(vector, input, context, FaceId),
        FaceModelVersion: VECTOR_MODEL,
      };
    };
    return Promise.resolve({ data, timings: [] });
  },
});

export const SearchFacesByImage = analysing({
  input: Search.extend({ Image: image, QualityFilter: qualityFilter('NONE') }),
  images: ({ Image }) => ({ Image }),
  prepare: ({ CollectionId: id }, { deps: { collections }, caller: { owner }, signal }) =>
    collections.faces.prepare(owner.accountId, [id], signal),
  run: async (engine, { Image }, input, context) => {
    const { signal } = context;
    const { face, quality, imageSize, vector, timings } = await engine.vector(Image, {
      extras: ['quality'],
      signal,
    });
    if (filteredOut(input.QualityFilter, face, quality, imageSize).length > 0) throw filtered('Image');
    const { BoundingBox, Confidence } = defaultDetail(face, quality, imageSize);
    const data = async (): Promise<Output> => ({
      SearchedFaceBoundingBox: BoundingBox,
      SearchedFaceConfidence: Confidence,
      FaceMatches: await matchesOf(vector, input, context),
      FaceModelVersion: VECTOR_MODEL,
    });
    return { data, timings: [timings] };
  },
});

const Index = z.object({
  CollectionId: collectionId,
  Image: image,
  ExternalImageId: externalImageId,
  DetectionAttributes: attributes,
  MaxFaces: maxFaces.optional(),
  QualityFilter: qualityFilter('AUTO'),
});

export const IndexFaces = analysing({
  input: Index,
  images: ({ Image }) => ({ Image }),
  prepare: ({ CollectionId: id }, { deps: { collections }, caller: { owner }, signal }) =>
    // Nobody has this id: at least one person more.
    collections.faces.prepareEnrolment(owner, id, '', signal),
  run: async (engine, { Image }, input, { deps: { collections }, caller: { owner }, signal }) => {
    const { faces, imageSize, timings } = await engine.analyse(Image, {
      faces: { kind: 'detect' },
      extras: ['quality', 'expression', 'vector'],
      signal,
    });
    const { indexed, unindexed } = chooseFaces(faces, imageSize, input);
    const detail = (face: AttributedFace): FaceDetail =>
      faceDetail(face, imageSize, input.DetectionAttributes);
    const { CollectionId: id, ExternalImageId } = input;
    const records = async (): Promise<Output[]> => {
      const collection = await collections.find(owner.accountId, id);
      const ImageId = imageIdOf(Image);
      const people = indexed.map(({ face, vector }) => {
        const { BoundingBox, Confidence } = detail(face);
        const external = ExternalImageId === undefined ? {} : { ExternalImageId };
        const metadata = { ImageId, ...external, BoundingBox, Confidence };
        return { face, person: personOfFace(collection, metadata, vector) };
      });
      if (people.length > 0)
        await importPeople(collections.parts, owner, {
          collection: id,
          people: people.map(({ person }) => person),
          signal,
        });
      return people.map(({ face, person }) => ({
        Face: faceView(person.id, person.fields.metadata ?? null),
        FaceDetail: detail(face),
      }));
    };
    return {
      data: async () => ({
        FaceRecords: await records(),
        UnindexedFaces: unindexed.map(({ face, reasons }) => ({
          Reasons: reasons,
          FaceDetail: detail(face),
        })),
        FaceModelVersion: VECTOR_MODEL,
      }),
      timings: [timings],
    };
  },
});

interface ChosenFaces {
  readonly indexed: { readonly face: AttributedFace; readonly vector: Float32Array }[];
  readonly unindexed: { readonly face: AttributedFace; readonly reasons: readonly string[] }[];
}

/** The faces to keep: those that pass the filter, the most prominent first, as many as wanted and as have vectors. */
function chooseFaces(
  faces: readonly AttributedFace[],
  image: Size,
  { MaxFaces = Infinity, QualityFilter: filter }: z.infer<typeof Index>,
): ChosenFaces {
  const chosen: ChosenFaces = { indexed: [], unindexed: [] };
  for (const face of faces) {
    const { quality, vector } = face;
    const reasons = filteredOut(filter, face, quality, image);
    const isRoom = chosen.indexed.length < MaxFaces && vector !== undefined;
    if (!isRoom) reasons.push('EXCEEDS_MAX_FACES');
    if (reasons.length === 0 && vector !== undefined) chosen.indexed.push({ face, vector });
    else chosen.unindexed.push({ face, reasons });
  }
  return chosen;
}

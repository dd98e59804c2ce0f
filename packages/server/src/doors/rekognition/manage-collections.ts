import { VECTOR_MODEL } from '@facet/engine';
import { z } from 'zod';
import { ServiceError } from '../../errors.js';
import {
  collectionId,
  faceId,
  idOfToken,
  listOf,
  maxResults,
  MOST_FACES,
  nextToken,
  tokenOf,
} from './inputs.js';
import { managing, type RekognitionCaller } from './operation.js';
import { invalidParameter, RekognitionError } from './rekognition-error.js';
import { faceView } from './stored-face.js';

const Named = z.object({ CollectionId: collectionId });
const Paged = z.object({ MaxResults: maxResults, NextToken: nextToken });

/** As many as one response may have; more come on the next page. */
const PAGE = 1000;

const arnOf = (id: string, { region }: RekognitionCaller): string =>
  `arn:aws:rekognition:${region}:facet:collection/${id}`;

export const CreateCollection = managing({
  input: Named,
  handle: async ({ CollectionId: id }, { deps: { collections }, caller }) => {
    const existing = await collections.find(caller.owner.accountId, id).catch((error: unknown) => {
      if (error instanceof ServiceError) return undefined;
      throw error;
    });
    if (existing !== undefined)
      throw new RekognitionError(
        'ResourceAlreadyExistsException',
        'bad-field',
        `The collection id: ${id} already exists`,
      );
    await collections.put(caller.owner, id);
    return { StatusCode: 200, CollectionArn: arnOf(id, caller), FaceModelVersion: VECTOR_MODEL };
  },
});

export const ListCollections = managing({
  input: Paged,
  handle: async ({ MaxResults, NextToken }, { deps: { collections }, caller: { owner } }) => {
    const after = idOfToken(NextToken);
    const { collections: rows } = await collections.list(owner.accountId);
    // Not in the order of the database, which may compare texts by another rule.
    const ids = rows
      .map(({ id }) => id)
      .filter((id) => id > after)
      .sort();
    const page = ids.slice(0, Math.min(PAGE, MaxResults));
    const last = page.at(-1);
    return {
      CollectionIds: page,
      FaceModelVersions: page.map(() => VECTOR_MODEL),
      ...(last !== undefined && page.length < ids.length && { NextToken: tokenOf(last) }),
    };
  },
});

export const DescribeCollection = managing({
  input: Named,
  handle: async ({ CollectionId: id }, { deps: { collections }, caller }) => {
    const { faces, created_at } = await collections.find(caller.owner.accountId, id);
    return {
      FaceCount: faces,
      FaceModelVersion: VECTOR_MODEL,
      CollectionARN: arnOf(id, caller),
      CreationTimestamp: created_at / 1000,
      UserCount: 0,
    };
  },
});

export const DeleteCollection = managing({
  input: Named,
  handle: async ({ CollectionId: id }, { deps: { collections }, caller: { owner } }) => {
    await collections.delete(owner.accountId, id);
    return { StatusCode: 200 };
  },
});

export const ListFaces = managing({
  input: Paged.extend({
    CollectionId: collectionId,
    FaceIds: z.unknown().optional(),
    UserId: z.unknown().optional(),
  }),
  handle: async (
    { CollectionId: id, MaxResults, NextToken, ...filters },
    { deps: { collections }, caller: { owner } },
  ) => {
    for (const [name, value] of Object.entries(filters))
      if (value !== undefined) throw invalidParameter(`The parameter ${name} is not supported.`);
    const limit = Math.min(PAGE, Math.max(1, MaxResults));
    const after = idOfToken(NextToken);
    const rows = await collections.people.list(owner.accountId, id, { prefix: '', after, limit });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      // Somebody may have been entered without a face.
      Faces: page.filter(({ faces }) => faces > 0).map((row) => faceView(row.id, row.metadata)),
      FaceModelVersion: VECTOR_MODEL,
      ...(last !== undefined && rows.length > limit && { NextToken: tokenOf(last.id) }),
    };
  },
});

export const DeleteFaces = managing({
  input: Named.extend({ FaceIds: listOf(faceId, MOST_FACES) }),
  handle: async ({ CollectionId: id, FaceIds }, { deps: { collections }, caller: { owner } }) => {
    const ids = [...new Set(FaceIds)];
    const deleted = new Set(await collections.people.deleteSeveral(owner, id, ids));
    return {
      DeletedFaces: ids.filter((each) => deleted.has(each)),
      UnsuccessfulFaceDeletions: ids
        .filter((each) => !deleted.has(each))
        .map((FaceId) => ({ FaceId, Reasons: ['FACE_NOT_FOUND'] })),
    };
  },
});

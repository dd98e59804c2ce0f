import type {
  Collection,
  CollectionMatch,
  CollectionSearchResult,
  EnrolledFace,
  EnrolResult,
  Person,
  VerifyResult,
} from './collection-results.js';
import type { Box } from './box.js';
import type {
  CollectionDescription,
  FaceDescription,
  MatchedPerson,
  PersonDescription,
} from './generated/api-types.js';
import { opened, type CallResponse } from './read-results.js';

export const collectionOf = (described: CollectionDescription): Collection => ({
  id: described.collection,
  people: described.people,
  faces: described.faces,
  model: described.model,
  threshold: described.threshold,
  createdAt: new Date(described.created_at),
});

export const personOf = (described: PersonDescription): Person => ({
  id: described.person,
  displayName: described.display_name,
  metadata: described.metadata,
  consent: described.consent,
  expiresAt: described.expires_at === null ? null : new Date(described.expires_at),
  faces: described.faces,
  createdAt: new Date(described.created_at),
});

export const faceOf = ({ face, created_at: createdAt }: FaceDescription): EnrolledFace => ({
  id: face,
  createdAt: new Date(createdAt),
});

const matchOf = (matched: MatchedPerson): CollectionMatch => ({
  person: matched.person,
  displayName: matched.display_name,
  collection: matched.collection,
  distance: matched.distance,
  falseMatchRate: matched.false_match_rate,
});

/** A stored vector has none. */
const boxOf = ({ face_rectangle: box }: { readonly face_rectangle?: Box }): { readonly box?: Box } =>
  box === undefined ? {} : { box };

export function readEnrolled(received: CallResponse): EnrolResult {
  const { data, rest } = opened(received, 'enrolFace');
  return {
    face: data.face,
    person: data.person,
    isNew: data.is_new,
    duplicates: data.duplicates.map(matchOf),
    ...boxOf(data),
    ...rest,
  };
}

export function readSearch(received: CallResponse): CollectionSearchResult {
  const { data, rest } = opened(received, 'searchFaces');
  return {
    faces: data.faces.map((face) => ({
      ...boxOf(face),
      isIdentified: face.identified,
      matches: face.matches.map(matchOf),
    })),
    threshold: data.threshold,
    ...rest,
  };
}

export function readVerified(received: CallResponse): VerifyResult {
  const { data, rest } = opened(received, 'verifyPerson');
  return {
    isVerified: data.verified,
    distance: data.distance,
    falseMatchRate: data.false_match_rate,
    threshold: data.threshold,
    ...boxOf(data),
    ...rest,
  };
}

import { MalformedResponseError, type Box } from '@facet/client';
import type { AttributeNames, FaceResult, FoundFace } from './face-source.js';

/** How many boxes of a call get a vector. */
const VECTORS_PER_CALL = 8;

type AnalysedFace = Pick<FoundFace, 'box' | 'vector' | 'quality'>;

/** One call: the faces of the photo, or those in the given boxes in their order. Only the first faces have a vector. */
type Analyse = (
  attributes: AttributeNames,
  boxes?: readonly Box[],
) => Promise<{ readonly faces: readonly AnalysedFace[]; readonly model: string | undefined }>;

interface Found {
  readonly box: Box;
  /** Undefined for a face beyond those that a call gives vectors of. */
  readonly result: FaceResult | undefined;
}

/**
 * The vector of every face of a photo, in as few calls as possible: one has the vectors of the first faces, and only a
 * photo of more takes further ones, with the boxes of the others. The engine is called in the same way as a server, so that
 * both give the same vectors.
 */
export async function everyVector(quality: boolean, analyse: Analyse): Promise<FaceResult[]> {
  const call = async (boxes?: readonly Box[]): Promise<Found[]> => {
    const { faces, model } = await analyse(quality ? ['vector', 'quality'] : ['vector'], boxes);
    return faces.map((face) => ({ box: face.box, result: resultOf(face, model) }));
  };
  let found = await call();
  for (;;) {
    const missing = found.filter(({ result }) => result === undefined).slice(0, VECTORS_PER_CALL);
    if (missing.length === 0) return found.flatMap(({ result }) => result ?? []);
    const more = await call(missing.map(({ box }) => box));
    if (more.every(({ result }) => result === undefined))
      throw new MalformedResponseError('The service returned no vector for any of the given boxes.');
    const added = new Map(missing.map((each, n) => [each, more[n] ?? each]));
    found = found.map((each) => added.get(each) ?? each);
  }
}

function resultOf({ box, vector, quality }: AnalysedFace, model: string | undefined): FaceResult | undefined {
  const rejected = quality?.failed[0]?.error;
  if (rejected !== undefined) return { box, rejected };
  return vector === undefined || model === undefined ? undefined : { box, vector, model };
}

import {
  EngineError,
  MAX_COMPARED,
  MAX_FACES,
  MAX_VECTORS,
  type AttributedFace,
  type Engine,
  type Face,
  type ImageInput,
  type Size,
  type StageTimings,
} from '@facet/engine';
import type { FaceQuery } from './face-query.js';
import { faceProbability } from '../scales.js';

/** A face of an image, with what was computed for it. */
export type FoundFace = Face &
  Partial<Pick<AttributedFace, 'ageRange' | 'ageProbability' | 'gender' | 'genderConfidence' | 'vector'>>;

/** A face that can be compared. */
export interface ComparableFace extends FoundFace {
  readonly vector: Float32Array;
}

export interface FoundFaces<Found extends FoundFace = FoundFace> {
  /** At least one, the most prominent first. */
  readonly faces: readonly Found[];
  readonly imageSize: Size;
  readonly timings: StageTimings;
}

interface FindOptions {
  readonly signal: AbortSignal;
}

/** The faces of an image as Image Attributes finds them. */
export async function foundFaces(
  engine: Engine,
  image: ImageInput,
  query: FaceQuery,
  options: FindOptions,
): Promise<FoundFaces> {
  const { limit, selection, plugins } = query;
  const faces =
    selection === 'detect'
      ? { kind: selection, maxFaces: Math.min(limit || MAX_FACES, MAX_FACES) }
      : { kind: selection };
  const extras = plugins.has('calculator') ? (['vector'] as const) : [];
  return certain(await engine.analyse(image, { faces, extras, ...options }), query);
}

/** The first faces of an image with their vectors. */
export async function comparableFaces(
  engine: Engine,
  image: ImageInput,
  query: FaceQuery,
  options: FindOptions,
): Promise<FoundFaces<ComparableFace>> {
  const { limit, selection, plugins } = query;
  if (selection === 'detect' && !plugins.has('age') && !plugins.has('gender')) {
    const maxFaces = Math.min(limit || MAX_COMPARED, MAX_COMPARED);
    const { faces, timings } = await engine.vectors(image, { maxFaces, ...options });
    const [first] = faces;
    const imageSize = first?.imageSize ?? { width: 0, height: 0 };
    const comparable = faces.map(({ face, vector }) => ({ ...face, vector }));
    return certain({ faces: comparable, imageSize, timings }, query);
  }
  const withVectors = {
    ...query,
    limit: Math.min(limit || MAX_VECTORS, MAX_VECTORS),
    plugins: new Set([...plugins, 'calculator'] as const),
  };
  const found = await foundFaces(engine, image, withVectors, options);
  const comparable = found.faces.flatMap((face) =>
    face.vector === undefined ? [] : [{ ...face, vector: face.vector }],
  );
  return certain({ ...found, faces: comparable }, query);
}

function certain<Found extends FoundFace>(
  found: FoundFaces<Found>,
  { detProbThreshold }: FaceQuery,
): FoundFaces<Found> {
  const faces = found.faces.filter(({ confidence }) => faceProbability(confidence) >= detProbThreshold);
  if (faces.length === 0) throw new EngineError('no-face');
  return { ...found, faces };
}

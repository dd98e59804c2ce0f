import { distance, MATCH_THRESHOLD } from '@facet/engine';
import { z } from 'zod';
import { type DetectedFace, faceAndAllFaces, timingsOf } from '../../faces/index.js';
import {
  ATTRIBUTE_NAMES,
  defaultDetail,
  faceDetail,
  filteredOut,
  QUALITY_FILTERS,
  type QualityFilter,
} from './face-detail.js';
import { chosenFrom, image, listOf, percentage } from './inputs.js';
import { analysing } from './operation.js';
import { filtered } from './rekognition-error.js';
import { SAME_PERSON, similarityOf } from './similarity.js';

export const attributes = listOf(chosenFrom(ATTRIBUTE_NAMES), ATTRIBUTE_NAMES.length).default(['DEFAULT']);
export const qualityFilter = (standard: QualityFilter): z.ZodDefault<z.ZodType<QualityFilter>> =>
  chosenFrom(QUALITY_FILTERS).default(standard);

const FACES = { kind: 'detect' } as const;

export const DetectFaces = analysing({
  input: z.object({ Image: image, Attributes: attributes }),
  images: ({ Image }) => ({ Image }),
  run: async (engine, { Image }, { Attributes }, { signal }) => {
    const { faces, imageSize, timings } = await engine.analyse(Image, {
      faces: FACES,
      extras: ['quality', 'expression'],
      signal,
    });
    return {
      data: { FaceDetails: faces.map((face) => faceDetail(face, imageSize, Attributes)) },
      timings: [timings],
    };
  },
});

export const CompareFaces = analysing({
  input: z.object({
    SourceImage: image,
    TargetImage: image,
    SimilarityThreshold: percentage(SAME_PERSON),
    QualityFilter: qualityFilter('NONE'),
  }),
  images: ({ SourceImage, TargetImage }) => ({ SourceImage, TargetImage }),
  run: async (
    engine,
    { SourceImage, TargetImage },
    { SimilarityThreshold, QualityFilter: filter },
    { signal },
  ) => {
    const [source, targets] = await faceAndAllFaces(
      engine,
      { img_1: SourceImage, img_2: TargetImage },
      { firstFaces: FACES, secondFaces: FACES, extras: ['quality'] },
      signal,
    );
    const { result } = source;
    if (result === null || !passes(filter, { vector: source.vector, result })) throw filtered('SourceImage');
    const compared = targets
      .filter((target) => passes(filter, target))
      .map(({ vector, result: { face, quality, imageSize } }) => ({
        Similarity: similarityOf(distance(source.vector, vector), MATCH_THRESHOLD),
        Face: defaultDetail(face, quality, imageSize),
      }))
      .sort((a, b) => b.Similarity - a.Similarity);
    const isMatch = ({ Similarity }: { readonly Similarity: number }): boolean =>
      Similarity >= SimilarityThreshold;
    const { BoundingBox, Confidence } = defaultDetail(result.face, result.quality, result.imageSize);
    return {
      data: {
        SourceImageFace: { BoundingBox, Confidence },
        FaceMatches: compared.filter(isMatch),
        UnmatchedFaces: compared.filter((each) => !isMatch(each)).map(({ Face }) => Face),
      },
      timings: timingsOf([source, ...targets]),
    };
  },
});

const passes = (filter: QualityFilter, { result: { face, quality, imageSize } }: DetectedFace): boolean =>
  filteredOut(filter, face, quality, imageSize).length === 0;

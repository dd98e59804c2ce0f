import { MAX_EXTRA_FITS, type Box } from '@facet/engine';
import type { FaceEvidence } from '@facet/analysis/analysis/face-score.js';
import { rectangleOf } from '@facet/analysis/analysis/find-faces.js';
import type { Models } from '@facet/analysis/analysis/models.js';
import { detect, PASSES } from '@facet/analysis/detection/detect.js';
import { ExtraFits, fitDetectedFace } from '@facet/analysis/landmarks/fit-face.js';
import { openModels } from '@facet/engine/internals';
import { wider, type CrowdFace } from '../data/datasets.js';
import { HIT, overlap } from '../measures/crowds.js';
import { openImage, type OpenedImage } from './open-image.js';

/** More candidates of one pass are noise. */
const MAX_CANDIDATES = 200;

/** What the models say of one candidate, and whether it shows a marked face. */
export interface CrowdCandidate extends FaceEvidence {
  readonly box: Box;
  readonly isFace: boolean;
}

export interface Crowd {
  readonly truth: readonly CrowdFace[];
  readonly candidates: readonly CrowdCandidate[];
}

/** Every candidate of all passes over the WIDER images, so that the weights in use have no say in what is fitted. */
export async function crowdCandidates(folder: string): Promise<Crowd[]> {
  const models = await openModels(2);
  const crowds: Crowd[] = [];
  for (const { file, truth } of await wider(folder)) {
    crowds.push({ truth, candidates: await judgedCandidates(models, await openImage(file), truth) });
  }
  return crowds;
}

async function judgedCandidates(
  models: Models,
  { image, onPhoto }: OpenedImage,
  truth: readonly CrowdFace[],
): Promise<CrowdCandidate[]> {
  const found: CrowdCandidate[] = [];
  for (const pass of PASSES) {
    const { candidates } = await detect(models.detector, image, pass);
    for (const candidate of candidates.slice(0, MAX_CANDIDATES)) {
      const { score, sideInPixels, relativeSide } = candidate;
      const mesh = await fitDetectedFace(models.landmarks, image, candidate, new ExtraFits(MAX_EXTRA_FITS));
      const rectangle = onPhoto(rectangleOf(candidate, mesh));
      found.push({
        box: rectangle,
        score,
        sideInPixels,
        relativeSide,
        presence: mesh.presence,
        isFace: truth.some((marked) => overlap(marked.box, rectangle) >= HIT),
      });
    }
  }
  return found;
}

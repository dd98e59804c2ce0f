import type { Box } from '@facet/engine';
import {
  askWitness,
  ExtraFits,
  faceRectangle,
  fitFace,
  logit,
  look,
  LOOKS,
  mergeCandidates,
  openNets,
  REGION_MARGIN,
  type Nets,
} from '@facet/engine/internals';
import { wider, type CrowdFace } from '../data/datasets.js';
import { HIT, overlap } from '../measures/crowds.js';
import { openImage, type OpenedImage } from './open-image.js';

/** As in the engine's search: more in one look are noise. */
const MAX_CANDIDATES = 150;

/** What each net says of one candidate, and whether it shows a marked face. */
export interface CrowdCandidate {
  readonly box: Box;
  readonly relativeSide: number;
  readonly score: number;
  /** The three logits. */
  readonly detector: number;
  readonly presence: number;
  readonly witness: number;
  readonly isFace: boolean;
}

export interface Crowd {
  readonly truth: readonly CrowdFace[];
  readonly candidates: readonly CrowdCandidate[];
}

/** Every candidate of the looks at the WIDER images, so that the weights in use have no say in what is fitted. */
export async function crowdCandidates(folder: string): Promise<Crowd[]> {
  const nets = await openNets({}, 2);
  const crowds: Crowd[] = [];
  for (const { file, truth } of await wider(folder)) {
    crowds.push({ truth, candidates: await candidatesOf(nets, await openImage(file), truth) });
  }
  return crowds;
}

async function candidatesOf(
  nets: Nets,
  { image, onPhoto }: OpenedImage,
  truth: readonly CrowdFace[],
): Promise<CrowdCandidate[]> {
  const longSide = Math.max(image.base.width, image.base.height);
  const witness = await askWitness(nets.witness, image);
  const found: CrowdCandidate[] = [];
  // No face of a crowd overfills the image.
  for (const { view, minScore, maxSide } of LOOKS.filter(({ name }) => name !== 'margin')) {
    const cells = await look(nets.detector, image, view(image.base), minScore);
    const candidates = mergeCandidates(cells).filter(({ side }) => side <= maxSide * longSide);
    for (const { centre, side, angle, score } of candidates.slice(0, MAX_CANDIDATES)) {
      const region = { centre, side: side * REGION_MARGIN, angle };
      const mesh = await fitFace(nets.landmarks, image, region, new ExtraFits());
      const rectangle = faceRectangle(mesh.vertices);
      const box = onPhoto(rectangle);
      found.push({
        box,
        relativeSide: side / longSide,
        score,
        detector: logit(score),
        presence: mesh.presence,
        witness: witness(rectangle),
        isFace: truth.some((marked) => overlap(marked.box, box) >= HIT),
      });
    }
  }
  return found;
}

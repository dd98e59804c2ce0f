import { type Box } from '@facet/engine';
import {
  detect,
  ExtraFits,
  fitDetectedFace,
  openNets,
  PASSES,
  rectangleOf,
  sideInPixels,
  sideOf,
  type FaceEvidence,
  type Nets,
} from '@facet/engine/internals';
import { wider, type CrowdFace } from '../data/datasets.js';
import { HIT, overlap } from '../measures/crowds.js';
import { openImage, type OpenedImage } from './open-image.js';

/** More candidates of one pass are noise. */
const MAX_CANDIDATES = 200;

/** What the nets say of one candidate, and whether it shows a marked face. */
export interface CrowdCandidate extends FaceEvidence {
  readonly box: Box;
  readonly presence: number;
  readonly isFace: boolean;
}

export interface Crowd {
  readonly truth: readonly CrowdFace[];
  readonly candidates: readonly CrowdCandidate[];
}

/** Every candidate of both passes over the WIDER images, so that the weights in use have no say in what is fitted. */
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
  const found: CrowdCandidate[] = [];
  for (const { view: viewOf, minScore, minSide, maxSide } of PASSES) {
    const view = viewOf(image.base);
    const candidates = (await detect(nets.detector, image, view, minScore))
      .filter(
        (candidate) => sideOf(candidate) >= minSide * longSide && sideOf(candidate) <= maxSide * longSide,
      )
      .slice(0, MAX_CANDIDATES);
    for (const candidate of candidates) {
      const { box, angle, score } = candidate;
      const mesh = await fitDetectedFace(nets.landmarks, image, box, angle, new ExtraFits());
      const rectangle = onPhoto(rectangleOf(candidate, mesh));
      found.push({
        box: rectangle,
        score,
        sideInPixels: sideInPixels(candidate, view),
        relativeSide: sideOf(candidate) / longSide,
        presence: mesh.presence,
        isFace: truth.some((marked) => overlap(marked.box, rectangle) >= HIT),
      });
    }
  }
  return found;
}

import type { Engine, Point } from '@facet/engine';
import { landmarkTruths } from '../data/datasets.js';
import { eachImage } from '../measures/each-image.js';
import { middleOf, nearestFace } from '../measures/landmarks.js';
import { areaUnderCurve } from './area-under-curve.js';

/** Marked openings from which on an eye or a mouth is surely open, and below which it is surely closed. */
const EYE = { open: 0.22, closed: 0.15 };
const MOUTH = { open: 0.1, closed: 0.05 };

/** The points of the upper and lower edge that lie over each other, and the corners, among the 68. */
const LEFT_EYE = { pairs: [[37, 41], [38, 40]], corners: [36, 39] } as const; // prettier-ignore
const RIGHT_EYE = { pairs: [[43, 47], [44, 46]], corners: [42, 45] } as const; // prettier-ignore
const LIPS = { pairs: [[61, 67], [62, 66], [63, 65]], corners: [48, 54] } as const; // prettier-ignore

interface Slit {
  readonly pairs: readonly (readonly [number, number])[];
  readonly corners: readonly [number, number];
}

function marked(points: readonly Point[], { pairs, corners }: Slit): number {
  const gap = ([a, b]: readonly [number, number]): number => {
    const [p, q] = [points[a], points[b]];
    return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : NaN;
  };
  return pairs.reduce((sum, pair) => sum + gap(pair), 0) / pairs.length / gap(corners);
}

/** One eye or mouth: what people marked, what was measured on the mesh, and the model's score. */
interface Opening {
  readonly truth: number;
  readonly measured: number;
  /** How closed (of an eye) or open (of a mouth) the blendshape model finds it. */
  readonly score: number;
}

/** Open and closed eyes and mouths of 300-W, told apart by the mesh and by the blendshape model. */
export async function openings(
  engine: Engine,
  folder: string,
  limits: { readonly eyes: number; readonly mouth: number },
): Promise<object> {
  const faces = await eachImage(await landmarkTruths(folder), async ({ truth }, bytes) => {
    const analysis = await engine.analyse(bytes, { extras: ['expression'] });
    const { expression } = nearestFace(analysis.faces, middleOf(truth)) ?? {};
    if (expression === undefined) return null;
    const { blendshapes } = expression;
    // The points name sides as seen in the image, the expression those of the person.
    return {
      eyes: [
        {
          truth: marked(truth, LEFT_EYE),
          measured: expression.rightEyeOpening,
          score: blendshapes.eyeBlinkRight,
        },
        {
          truth: marked(truth, RIGHT_EYE),
          measured: expression.leftEyeOpening,
          score: blendshapes.eyeBlinkLeft,
        },
      ],
      mouth: { truth: marked(truth, LIPS), measured: expression.mouthOpening, score: blendshapes.jawOpen },
    };
  });
  const found = faces.filter((face) => face !== null);
  const eyes: readonly Opening[] = found.flatMap((face) => face.eyes);
  const mouths: readonly Opening[] = found.map(({ mouth }) => mouth);
  const [openEyes, closedEyes] = [
    eyes.filter(({ truth }) => truth >= EYE.open),
    eyes.filter(({ truth }) => truth < EYE.closed),
  ];
  const [openMouths, closedMouths] = [
    mouths.filter(({ truth }) => truth > MOUTH.open),
    mouths.filter(({ truth }) => truth < MOUTH.closed),
  ];
  const measured = (list: readonly Opening[]): number[] => list.map((one) => one.measured);
  const scores = (list: readonly Opening[]): number[] => list.map(({ score }) => score);
  return {
    eyes: {
      open: openEyes.length,
      closed: closedEyes.length,
      areaByMesh: areaUnderCurve(measured(openEyes), measured(closedEyes)),
      areaByEyeBlink: areaUnderCurve(scores(closedEyes), scores(openEyes)),
      openPassing: share(measured(openEyes), (value) => value >= limits.eyes),
      closedFailing: share(measured(closedEyes), (value) => value < limits.eyes),
    },
    mouths: {
      open: openMouths.length,
      closed: closedMouths.length,
      areaByMesh: areaUnderCurve(measured(openMouths), measured(closedMouths)),
      areaByJawOpen: areaUnderCurve(scores(openMouths), scores(closedMouths)),
      closedPassing: share(measured(closedMouths), (value) => value <= limits.mouth),
      openFailing: share(measured(openMouths), (value) => value > limits.mouth),
    },
  };
}

const share = (values: readonly number[], passes: (value: number) => boolean): number =>
  values.filter(passes).length / Math.max(1, values.length);

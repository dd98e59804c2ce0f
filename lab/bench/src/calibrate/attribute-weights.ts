import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runFaceApiModel, runOwnModel, trainingSquare } from '@facet/analysis/attributes/attributes.js';
import {
  AGE_GROUPS,
  combinePredictions,
  FACE_API_DEVIATION,
  isInDoubt,
  OWN_CONFIDENCE,
  OWN_GENDER_WEIGHT,
  withoutGenderPrior,
  type FaceApiPrediction,
  type OwnPrediction,
} from '@facet/analysis/attributes/combine-predictions.js';
import { facePlace } from '@facet/analysis/landmarks/face-geometry.js';
import { openModels } from '@facet/engine/internals';
import { fairFace, type Person } from '../data/datasets.js';
import { fitLogistic } from '../fit/logistic.js';
import { mean, percent } from '../common/statistics.js';
import { ageIsRight, printReliability, shareRight, type Judged } from '../measures/judged-attributes.js';
import { nearestFace } from '../measures/landmarks.js';
import { printTable } from '../common/print-table.js';
import { facesOf, openImage } from './open-image.js';

const FOLDER = 'fairface-left-out';
const DEVIATIONS = [5, 6, FACE_API_DEVIATION, 8, 9, 10, 12, 15, 20];

interface Predicted {
  readonly truth: Person;
  readonly own: OwnPrediction;
  readonly faceApi: FaceApiPrediction;
}

/**
 * The weights of our model and face-api's, and how far their confidence can be believed, on photos of FairFace's training
 * split that no model of ours was trained on (lab/training/attributes/calibration_photos.py writes them).
 */
export async function attributeWeights(folder: string): Promise<void> {
  if (!existsSync(join(folder, FOLDER))) {
    throw new Error(`No ${FOLDER} in ${folder}: lab/training/attributes/README.md says how to write it.`);
  }
  const predicted = await predictAll(folder);
  printGender(predicted);
  printAge(predicted);
  printReliability('As in use: both models where ours is in doubt', predicted.map(judgeAsInUse));
  printReliability('Our model alone, as in use', predicted.map(judgeAlone));
}

async function predictAll(folder: string): Promise<Predicted[]> {
  const models = await openModels(2);
  const photos = await fairFace(folder, FOLDER);
  const predicted: Predicted[] = [];
  for (const { file, truth } of photos) {
    const { image } = await openImage(file);
    // The labelled face is the central one.
    const { width, height } = image.base;
    const face = nearestFace(await facesOf(models, image, 'all'), { x: width / 2, y: height / 2 });
    if (face === undefined) continue;
    const squares = [trainingSquare(facePlace(face.mesh.vertices))];
    for (const { square, own } of await runOwnModel(models.attributes, image, squares))
      predicted.push({ truth, own, faceApi: await runFaceApiModel(models.ageGender, image, square) });
  }
  console.log(`${photos.length} photos, a face found in ${predicted.length}\n`);
  return predicted;
}

const judge = ({ truth, own, faceApi }: Predicted, deviation?: number): Judged => ({
  truth,
  face: combinePredictions(own, faceApi, deviation),
});

/** Our model alone. */
const judgeAlone = ({ truth, own }: Predicted): Judged => ({ truth, face: combinePredictions(own, null) });

const judgeAsInUse = (one: Predicted): Judged => (isInDoubt(one.own) ? judge(one) : judgeAlone(one));

/** The genders that a weighted sum of both logits gets right, and the weights that make the labels most likely. */
function printGender(predicted: readonly Predicted[]): void {
  const isMale = ({ truth }: Predicted): boolean => truth.gender === 'male';
  const features = ({ own, faceApi }: Predicted): number[] => [withoutGenderPrior(own), faceApi.maleLogit];
  const [ownWeight = 0, faceApiWeight = 0] = fitLogistic(
    predicted.map((one) => ({ features: features(one), isTrue: isMale(one) })),
    0,
  );
  const row = (name: string, weights: readonly [number, number]): string[] => {
    const right = predicted.filter((one) => {
      const [own = 0, faceApi = 0] = features(one);
      return weights[0] * own + weights[1] * faceApi > 0 === isMale(one);
    });
    const share = (100 * right.length) / predicted.length;
    return [name, weights[0].toFixed(2), weights[1].toFixed(2), share.toFixed(1)];
  };
  printTable(
    ['Gender', 'Weight of our model', "of face-api's", 'Right, %'],
    [
      row('our model', [1, 0]),
      row("face-api's model", [0, 1]),
      row('in use', [OWN_GENDER_WEIGHT, 1 - OWN_GENDER_WEIGHT]),
      row('fitted', [ownWeight, faceApiWeight]),
    ],
  );
  const { bend } = OWN_CONFIDENCE;
  const [before = 0, beyond = 0] = fitLogistic(
    predicted.map((one) => {
      const [logit = 0] = features(one);
      const upToBend = Math.min(bend, Math.max(-bend, logit));
      return { features: [upToBend, logit - upToBend], isTrue: isMale(one) };
    }),
    0,
  );
  console.log(
    `\nConfidence of our model alone: × ${before.toFixed(2)} up to a logit of ${bend}, × ${beyond.toFixed(2)} beyond it\n`,
  );
}

/** The age ranges that are right, over all photos and as the mean over FairFace's nine age groups. */
function printAge(predicted: readonly Predicted[]): void {
  const row = (name: string, judged: readonly Judged[]): string[] => {
    const groups = AGE_GROUPS.map((_, i) => judged.filter(({ truth }) => groupOf(truth) === i));
    const filled = groups.filter((group) => group.length > 0);
    const balanced = mean(filled.map((group) => shareRight(group, ageIsRight)));
    return [name, shareRight(judged, ageIsRight).toFixed(1), balanced.toFixed(1)];
  };
  const shareInDoubt = percent(predicted.filter(({ own }) => isInDoubt(own)).length, predicted.length);
  printTable(
    ["Age: deviation of face-api's years", 'Right, %', 'Mean of the age groups, %'],
    [
      row('our model alone', predicted.map(judgeAlone)),
      row(`in use, for the ${shareInDoubt.toFixed(0)} % where ours is in doubt`, predicted.map(judgeAsInUse)),
      ...DEVIATIONS.map((deviation) =>
        row(
          `${deviation}${deviation === FACE_API_DEVIATION ? ' (in use)' : ''}`,
          predicted.map((one) => judge(one, deviation)),
        ),
      ),
    ],
  );
}

/** The youngest age of each of FairFace's groups after the first. */
const GROUP_STARTS = [3, 10, 20, 30, 40, 50, 60, 70];
const groupOf = ({ minAge }: Person): number => GROUP_STARTS.filter((start) => start <= minAge).length;

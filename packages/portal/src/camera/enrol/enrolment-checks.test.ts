import { describe, expect, it } from 'vitest';
import {
  readDetection,
  type Detection,
  type Face,
  type FaceDetails,
  type FaceExpression,
} from '../../analysis/face.js';
import { okResponse } from '../../analysis/responses.test.fixture.js';
import response from '../../start/sample-response.json';
import { checkFrame, nextAdvice, type Rule } from './enrolment-checks.js';

const sample = (): Face => {
  const face = readDetection(okResponse(response.data)).faces.at(-1);
  if (face?.details == null) throw new Error('The prepared response lacks details.');
  const expression = { ...face.details.expression, mouthOpening: 0.02 };
  const details = {
    ...face.details,
    yaw: 3,
    pitch: 2,
    roll: 1,
    illumination: 130,
    evenness: 0.8,
    expression,
  };
  return { ...face, box: [220, 80, 420, 320], details };
};

interface Change {
  readonly details?: Partial<FaceDetails>;
  readonly expression?: Partial<FaceExpression>;
  readonly face?: Partial<Face>;
}

function frame({ details = {}, expression = {}, face = {} }: Change = {}): Detection {
  const base = sample();
  if (base.details === null) throw new Error('Unreachable.');
  const changed = {
    ...base,
    details: {
      ...base.details,
      ...details,
      expression: { ...base.details.expression, ...expression },
    },
    ...face,
  };
  return { faces: [changed], imageSize: { width: 640, height: 400 } };
}

const advice = (detection: Detection, before = sample().box): Rule | null =>
  nextAdvice(checkFrame(detection, before, 2));

describe('the advice of the enrolment guide', () => {
  it('is empty for a good frame', () => {
    expect(advice(frame())).toBeNull();
  });

  it.each<[Rule, Change]>([
    ['size', { face: { box: [300, 150, 350, 220] } }],
    ['too_close', { face: { box: [120, 10, 480, 390] } }],
    ['illumination', { details: { illumination: 60 } }],
    ['evenness', { details: { evenness: 0.4 } }],
    ['yaw', { details: { yaw: -25 } }],
    ['pitch', { details: { pitch: 25 } }],
    ['roll', { details: { roll: 20 } }],
    ['eyes_open', { expression: { rightEyeOpening: 0.1 } }],
    ['mouth_closed', { expression: { mouthOpening: 0.2 } }],
    ['still', { face: { box: [260, 80, 460, 320] } }],
  ])('%s', (rule, change) => {
    expect(advice(frame(change))).toBe(rule);
  });

  it('starts with the number of faces', () => {
    expect(advice({ faces: [], imageSize: { width: 640, height: 400 } })).toBe('no-face');
    const detection = frame({ details: { illumination: 10 } });
    expect(advice({ ...detection, faces: [...detection.faces, sample()] })).toBe('one_face');
  });

  it('waits for a second frame before a face counts as still', () => {
    expect(nextAdvice(checkFrame(frame(), null, 2))).toBe('still');
  });
});

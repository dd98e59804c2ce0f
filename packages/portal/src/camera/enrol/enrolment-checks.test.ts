import { describe, expect, it } from 'vitest';
import { readSeenFaces, type FaceDetails, type FaceExpression, type SeenFace, type SeenFaces } from '../../analysis/face.js';
import { okAnswer } from '../../api/ok-answer.test.fixture.js';
import answer from '../../start/sample-answer.json';
import { checkFrame, nextAdvice, type Rule } from './enrolment-checks.js';

const sample = (): SeenFace => {
  const face = readSeenFaces(okAnswer(answer.data)).faces.at(-1);
  if (face?.details == null || face.expression === null)
    throw new Error('The prepared answer lacks details.');
  const details = { ...face.details, yaw: 3, pitch: 2, roll: 1, illumination: 130 };
  const expression = { ...face.expression, mouthOpening: 0.02 };
  return { ...face, box: [220, 80, 420, 320], details, expression, evenness: 0.8 };
};

interface Change {
  readonly details?: Partial<FaceDetails>;
  readonly expression?: Partial<FaceExpression>;
  readonly face?: Partial<SeenFace>;
}

function frame({ details = {}, expression = {}, face = {} }: Change = {}): SeenFaces {
  const base = sample();
  if (base.details === null || base.expression === null) throw new Error('Unreachable.');
  const changed = {
    ...base,
    details: { ...base.details, ...details },
    expression: { ...base.expression, ...expression },
    ...face,
  };
  return { faces: [changed], imageSize: { width: 640, height: 400 } };
}

const advice = (seen: SeenFaces, before = sample().box): Rule | null =>
  nextAdvice(checkFrame(seen, before, 2));

describe('the advice of the enrolment guide', () => {
  it('has nothing to say of a good frame', () => {
    expect(advice(frame())).toBeNull();
  });

  it.each<[Rule, Change]>([
    ['size', { face: { box: [300, 150, 350, 220] } }],
    ['too_close', { face: { box: [120, 10, 480, 390] } }],
    ['illumination', { details: { illumination: 60 } }],
    ['evenness', { face: { evenness: 0.4 } }],
    ['yaw', { details: { yaw: -25 } }],
    ['pitch', { details: { pitch: 25 } }],
    ['roll', { details: { roll: 20 } }],
    ['eyes_open', { expression: { rightEyeOpening: 0.1 } }],
    ['mouth_closed', { expression: { mouthOpening: 0.2 } }],
    ['still', { face: { box: [260, 80, 460, 320] } }],
  ])('%s', (rule, change) => {
    expect(advice(frame(change))).toBe(rule);
  });

  it('begins with whoever is there', () => {
    expect(advice({ faces: [], imageSize: { width: 640, height: 400 } })).toBe('no-face');
    const seen = frame({ details: { illumination: 10 } });
    expect(advice({ ...seen, faces: [...seen.faces, sample()] })).toBe('one_face');
  });

  it('waits for a second frame before a face counts as still', () => {
    expect(nextAdvice(checkFrame(frame(), null, 2))).toBe('still');
  });
});

import type { ReactElement, ReactNode } from 'react';
import type { Face, Detection } from '../../analysis/face.js';
import { enrolmentLimit } from '../../errors/error-rules.js';
import { boxHeight, boxWidth, centreDistance, shorterSide, type Box } from '../../analysis/box.js';

/** What a person in front of the camera can do next, the most important first. */
export const ADVICE = {
  'no-face': 'Look into the camera',
  one_face: 'One person only',
  size: 'Come closer',
  too_close: 'Move back a little',
  illumination: 'More light',
  evenness: 'Face the light',
  yaw: 'Look straight',
  pitch: 'Camera at eye level',
  roll: 'Hold your head upright',
  eyes_open: 'Open your eyes',
  mouth_closed: 'Close your mouth',
  still: 'Hold still',
} as const;

export type Rule = keyof typeof ADVICE;

export interface Check {
  readonly rule: Rule;
  readonly met: boolean;
}

/** Stricter than the service, so that the photo taken next passes too. */
const MARGIN = 0.95;
/** A face that fills less of the picture's height than this makes a poor portrait, however many pixels it has. */
const MIN_SHARE = 0.3;
const MAX_SHARE = 0.85;
/** How far the centre of the face may move between two responses, as part of its width. */
const STILL = 0.06;

/**
 * Judges a frame by the rules of the enrolment check that can be measured reliably on a reduced frame. Sharpness cannot:
 * the service checks it on the photo. `scale`: pixels of the camera for one pixel of the frame.
 */
export function checkFrame(detection: Detection, before: Box | null, scale: number): Check[] {
  const [face, other] = detection.faces;
  if (face === undefined) return [{ rule: 'no-face', met: false }];
  const { box, details } = face;
  const share = boxHeight(box) / detection.imageSize.height;
  const checks: Check[] = [
    { rule: 'one_face', met: other === undefined },
    { rule: 'size', met: shorterSide(box) * scale >= enrolmentLimit('size') && share >= MIN_SHARE },
    { rule: 'too_close', met: share <= MAX_SHARE },
  ];
  if (details !== null) {
    const { leftEyeOpening, rightEyeOpening, mouthOpening } = details.expression;
    checks.push(
      { rule: 'illumination', met: details.illumination >= enrolmentLimit('illumination') },
      { rule: 'evenness', met: details.evenness >= enrolmentLimit('evenness') },
      { rule: 'yaw', met: Math.abs(details.yaw) <= enrolmentLimit('yaw') * MARGIN },
      { rule: 'pitch', met: Math.abs(details.pitch) <= enrolmentLimit('pitch') * MARGIN },
      { rule: 'roll', met: Math.abs(details.roll) <= enrolmentLimit('roll') * MARGIN },
      { rule: 'eyes_open', met: Math.min(leftEyeOpening, rightEyeOpening) >= enrolmentLimit('eyes_open') },
      { rule: 'mouth_closed', met: mouthOpening <= enrolmentLimit('mouth_closed') },
    );
  }
  return [...checks, { rule: 'still', met: before !== null && isStill(face, before) }];
}

const isStill = ({ box }: Face, before: Box): boolean => centreDistance(box, before) <= STILL * boxWidth(box);

/** The first thing to do; null when the photo can be taken. */
export const nextAdvice = (checks: readonly Check[]): Rule | null =>
  checks.find(({ met }) => !met)?.rule ?? null;

/** What the photo needs, in the order of the guide. */
const NAMES: readonly (readonly [Rule, string])[] = [
  ['one_face', 'One person'],
  ['size', 'Close enough'],
  ['too_close', 'Not too close'],
  ['illumination', 'Enough light'],
  ['evenness', 'Light from the front'],
  ['yaw', 'Looking straight'],
  ['pitch', 'At eye level'],
  ['roll', 'Head upright'],
  ['eyes_open', 'Eyes open'],
  ['mouth_closed', 'Mouth closed'],
  ['still', 'Holding still'],
];

interface CheckListProps {
  readonly checks: readonly Check[];
  /** The advice of the service about the last photo. */
  readonly rejection: readonly string[];
  /** What is sent, and what it costs. */
  readonly children: ReactNode;
}

/** Every rule, ticked off as it is met. */
export function CheckList({ checks, rejection, children }: CheckListProps): ReactElement {
  const met = (rule: Rule): boolean => checks.some((check) => check.rule === rule && check.met);
  return (
    <div className="response-panel check-panel">
      <div className="response-scroll">
        <h2>What a good photo needs</h2>
        <ul className="check-list" aria-label="What a good photo needs">
          {NAMES.map(([rule, name]) => (
            <li key={rule} data-met={met(rule)}>
              <span aria-hidden="true" className="check-mark" />
              {name}
              <span className="visually-hidden">{met(rule) ? ': yes' : ': not yet'}</span>
            </li>
          ))}
        </ul>
        {rejection.length > 0 && (
          <div className="notice notice-warn" role="alert">
            <p className="notice-title">The photo did not pass</p>
            {rejection.map((advice) => (
              <p key={advice}>{advice}</p>
            ))}
          </div>
        )}
      </div>
      <div className="live-price">{children}</div>
    </div>
  );
}

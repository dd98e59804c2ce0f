import type { ReactElement } from 'react';
import type { Check, Rule } from './advice.js';

/** What the photo needs, in the order in which the guide asks for it. */
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
  /** What the service said of the last photo. */
  readonly refusal: readonly string[];
}

/** Every rule, ticked off as it is met. */
export function CheckList({ checks, refusal }: CheckListProps): ReactElement {
  const met = (rule: Rule): boolean => checks.some((check) => check.rule === rule && check.met);
  return (
    <div className="answer-panel check-panel">
      <div className="answer-scroll">
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
        {refusal.length > 0 && (
          <div className="notice notice-warn" role="alert">
            <p className="notice-title">The photo did not pass</p>
            {refusal.map((advice) => (
              <p key={advice}>{advice}</p>
            ))}
          </div>
        )}
      </div>
      <p className="live-price">Each frame is one call, and so is the photo.</p>
    </div>
  );
}

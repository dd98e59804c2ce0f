import type { LivenessVerdict } from '@facet/client/liveness';
import type { LivenessAction, LivenessReason } from '@facet/client/responses';
import type { ReactElement } from 'react';
import { Button } from '../../design/button.js';

interface VerdictProps {
  readonly verdict: LivenessVerdict;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Whether somebody was there, and what that rests on. */
export function Verdict({ verdict, onAgain, onClose }: VerdictProps): ReactElement {
  const { live, explanation, steps } = verdict;
  return (
    <div className="stage prove-stage prove-verdict">
      <div className="prove-panel">
        <div role="status">
          <h2>{live ? 'You are there' : 'Not confirmed'}</h2>
          {explanation !== null && <p>{explanation}</p>}
        </div>
        <CheckList label="Movements">
          {steps.map(({ action, done }, n) => (
            <Check key={`${n} ${action}`} text={ACTION_NAMES[action]} met={done} />
          ))}
        </CheckList>
        <CheckList label="Also checked">
          {RULES.map(({ text, reasons }) => (
            <Check key={text} text={text} met={ruleMet(reasons, verdict)} />
          ))}
        </CheckList>
        <div className="row">
          <Button small look="primary" onClick={onAgain}>
            Try again
          </Button>
          <Button small onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </div>
  );
}

const ACTION_NAMES: Readonly<Record<LivenessAction, string>> = {
  turn_left: 'Head turned to the left',
  turn_right: 'Head turned to the right',
  look_up: 'Looked up',
  look_down: 'Looked down',
  open_mouth: 'Mouth opened',
  smile: 'Smiled',
  close_eyes: 'Eyes closed',
  come_closer: 'Came closer',
};

/** What is checked beside the movements, in the order of the service: the first rule that is broken ends the check. */
const RULES: readonly { readonly text: string; readonly reasons: readonly LivenessReason[] }[] = [
  {
    text: 'One face, large enough, in one continuous take',
    reasons: ['frame_times', 'no_face', 'several_faces', 'face_too_small', 'repeated_frames', 'cut'],
  },
  { text: 'Facing the camera at the beginning', reasons: ['not_facing_camera'] },
  { text: 'The movements in their order, and no others', reasons: ['wrong_movement', 'step_missing'] },
  { text: 'Not flat, and no moved photo', reasons: ['flat', 'still_photo'] },
  { text: 'The same person throughout', reasons: ['several_people'] },
  { text: 'Does not look like a photo or screen', reasons: ['spoof'] },
];

/** null: not reached, because an earlier rule was broken. */
function ruleMet(
  reasons: readonly LivenessReason[],
  { reason }: Pick<LivenessVerdict, 'reason'>,
): boolean | null {
  if (reason === null) return true;
  if (reasons.includes(reason)) return false;
  const broken = RULES.findIndex((rule) => rule.reasons.includes(reason));
  return RULES.findIndex((rule) => rule.reasons === reasons) < broken ? true : null;
}

function CheckList({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactElement[];
}): ReactElement {
  return (
    <section>
      <h3>{label}</h3>
      <ul className="check-list">{children}</ul>
    </section>
  );
}

function Check({ text, met }: { readonly text: string; readonly met: boolean | null }): ReactElement {
  return (
    <li data-met={met === true}>
      <span className="check-mark" aria-hidden="true">
        {met === null ? '–' : met ? null : '✗'}
      </span>
      {text}
      <span className="visually-hidden">{met === null ? ' (not checked)' : met ? ' (yes)' : ' (no)'}</span>
    </li>
  );
}

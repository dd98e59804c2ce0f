import type { ReactElement, ReactNode } from 'react';
import type { Caller } from '../analysis/analyse.js';
import { boxHeight, boxWidth } from '../analysis/box.js';
import { LANDMARK_LINES, landmarkPath } from '../analysis/landmarks.js';
import { usePlace } from '../analysis/place.js';
import { PlaceSwitch } from '../analysis/place-switch.js';
import { calls, rate } from '../app/format.js';
import { useSession } from '../app/session.js';
import { Button } from '../design/button.js';
import { usePlayground } from '../playground/playground-state.js';
import { PREPARED } from '../start/prepared-response.js';
import { LivePlaceSwitch } from './live-stage.js';

/** What the camera is for. */
export const MODES = {
  live: {
    label: 'Live faces',
    lead: 'Boxes, points, age, expression and names, drawn while you move.',
    start: 'Start the camera',
  },
  enrol: {
    label: 'Enrolment photo',
    lead: 'Guides you to a photo that is good enough to enrol, and takes it automatically.',
    start: 'Start the camera',
  },
  prove: {
    label: 'Prove that you are there',
    lead: 'Asks for three movements, and checks that a person makes them, not a photo or a recording.',
    start: 'Start',
  },
} as const;

export type Mode = keyof typeof MODES;

interface SentProps {
  readonly mode: Mode;
  readonly caller: Caller | null;
}

interface CameraPosterProps extends SentProps {
  readonly onStart: () => void;
}

/** Shown until the camera starts: what it will do, what is sent, and what that costs. */
export function CameraPoster({ mode, caller, onStart }: CameraPosterProps): ReactElement {
  const { place } = usePlace();
  return (
    <div className="stage live-poster">
      <PosterFace />
      <div className="camera-message">
        <Button look="primary" onClick={onStart}>
          {MODES[mode].start}
        </Button>
        {mode !== 'prove' && place === 'page' ? <InPage mode={mode} /> : <Sent mode={mode} caller={caller} />}
        {mode === 'live' && <LivePlaceSwitch />}
        {mode === 'enrol' && <PlaceSwitch />}
      </div>
    </div>
  );
}

/** What the page does itself. */
const InPage = ({ mode }: { readonly mode: Exclude<Mode, 'prove'> }): ReactElement =>
  mode === 'live' ? (
    <p>Your browser analyses the picture itself: nothing is sent, and no call is counted.</p>
  ) : (
    <>
      <p>Your browser checks the frames itself; only the photo is sent, as one call.</p>
      <p className="muted small">The photo is analysed and not stored.</p>
    </>
  );

/** What the server gets, and what that costs. */
function Sent({ mode, caller }: SentProps): ReactElement {
  return (
    <>
      {mode === 'prove' ? (
        <p>It takes a quarter of a minute, and counts as two calls of your plan.</p>
      ) : (
        caller !== null && <Price caller={caller} />
      )}
      <p className="muted small">
        {mode === 'prove'
          ? 'About 20 small frames are sent to the service at the end.'
          : 'Small single frames are sent to the service, one at a time.'}{' '}
        They are analysed and not stored.
      </p>
    </>
  );
}

function Price({ caller }: { readonly caller: Caller }): ReactNode {
  const { account } = useSession();
  const { left } = usePlayground().callCounter;
  if (caller.kind === 'trial')
    return (
      <p>
        Free to try, as long as the trial lasts.
        {left !== null && ` Each frame is one call; you have ${calls(left)} left this hour.`}
      </p>
    );
  const plan = account?.subscription?.plan;
  return (
    <p>
      Each frame is one call
      {plan === undefined ? '' : ` of your plan ${plan.name}: ${rate(plan.calls_per_second, plan.burst)}`}. It
      stops when you leave the page.
    </p>
  );
}

/** The landmarks of a real face. */
function PosterFace(): ReactElement | null {
  const face = PREPARED.detection.faces.at(-1);
  if (face === undefined) return null;
  const [x, y] = face.box;
  const margin = boxWidth(face.box) * 0.12;
  const area = [x - margin, y, boxWidth(face.box) + 2 * margin, boxHeight(face.box) + margin];
  return (
    <svg className="poster-face" viewBox={area.join(' ')} aria-hidden="true">
      {LANDMARK_LINES.map((line) => (
        <path key={line.keys[0]} d={landmarkPath(line, face.landmarks)} />
      ))}
      {Object.entries(face.landmarks).map(([key, point]) => (
        <circle key={key} cx={point.x} cy={point.y} r={boxWidth(face.box) * 0.013} />
      ))}
    </svg>
  );
}

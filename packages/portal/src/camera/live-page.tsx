import { useState, type ReactElement, type ReactNode } from 'react';
import { useCaller, type Caller } from '../analysis/analyse.js';
import { usePlace, type Place } from '../analysis/place.js';
import { PlaceSwitch } from '../analysis/place-switch.js';
import { LogInFirst, SessionPending } from '../app/access.js';
import { Page } from '../app/page.js';
import { navigate } from '../app/route.js';
import { useSession } from '../app/session.js';
import { calls, rate } from '../app/format.js';
import { Button } from '../design/button.js';
import { Tabs } from '../design/tabs.js';
import { boxHeight, boxWidth } from '../analysis/box.js';
import { LANDMARK_LINES, landmarkPath } from '../analysis/landmarks.js';
import { usePlayground } from '../playground/playground-state.js';
import { PREPARED } from '../start/prepared-response.js';
import { EnrolmentStage } from './enrol/enrolment-stage.js';
import LiveStage, { LivePlaceSwitch } from './live-stage.js';
import { ProveStage } from './prove/prove-stage.js';
import '../analysis/analysis.css';
import './camera.css';

const MODES = {
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

type Mode = keyof typeof MODES;

const ALLOWED: Readonly<Record<Mode, (caller: Caller | null, place: Place) => boolean>> = {
  live: (caller, place) => caller !== null || place === 'page',
  enrol: (caller) => caller !== null,
  prove: (caller) => caller?.kind === 'key',
};

const TABS = (Object.keys(MODES) as Mode[]).map((id) => ({ id, label: MODES[id].label }));

/** The live camera (#/live), the enrolment photo (#/live/enrol) and the liveness check (#/live/prove). */
export default function LivePage({ mode }: { readonly mode: Mode }): ReactElement {
  const { known, caller } = useCaller();
  const { place } = usePlace();
  const isAllowed = ALLOWED[mode](caller, place);
  return (
    <div className="live">
      <Page title="Live camera" lead={MODES[mode].lead}>
        <Tabs
          label="What the camera is for"
          tabs={TABS}
          selected={mode}
          onSelect={(id) => {
            navigate(id === 'live' ? '/live' : `/live/${id}`);
          }}
        >
          {known && isAllowed ? (
            <CameraStage key={mode} mode={mode} caller={caller} />
          ) : known ? (
            <>
              <LogInFirst
                title="Log in to use the camera"
                why={
                  mode === 'prove'
                    ? 'The check counts as two calls of your plan, so you need an account.'
                    : 'Every frame counts as a call of your plan, so you need an account.'
                }
              />
              {mode === 'live' && <PlaceSwitch />}
            </>
          ) : (
            <SessionPending />
          )}
        </Tabs>
      </Page>
    </div>
  );
}

interface CameraStageProps {
  readonly mode: Mode;
  readonly caller: Caller | null;
}

function CameraStage({ mode, caller }: CameraStageProps): ReactElement {
  const [on, setOn] = useState(false);
  const { place } = usePlace();
  return (
    <section className="try" aria-label={MODES[mode].label}>
      {on ? (
        <Stage
          mode={mode}
          caller={caller}
          onClose={() => {
            setOn(false);
          }}
        />
      ) : (
        <div className="stage live-poster">
          <PosterFace />
          <div className="camera-message">
            <Button
              look="primary"
              onClick={() => {
                setOn(true);
              }}
            >
              {MODES[mode].start}
            </Button>
            {mode === 'live' && place === 'page' ? (
              <p>Your browser analyses the picture itself: nothing is sent, and no call is counted.</p>
            ) : (
              <Sent mode={mode} caller={caller} />
            )}
            {mode === 'live' && <LivePlaceSwitch />}
          </div>
        </div>
      )}
    </section>
  );
}

interface StageProps extends CameraStageProps {
  readonly onClose: () => void;
}

function Stage({ mode, caller, onClose }: StageProps): ReactElement | null {
  if (mode === 'live') return <LiveStage caller={caller} onClose={onClose} />;
  if (caller === null) return null;
  return mode === 'enrol' ? (
    <EnrolmentStage caller={caller} onClose={onClose} />
  ) : (
    <ProveStage caller={caller} onClose={onClose} />
  );
}

/** What the server gets, and what that costs. */
function Sent({ mode, caller }: CameraStageProps): ReactElement {
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

/** The landmarks of a real face, shown until the camera starts. */
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

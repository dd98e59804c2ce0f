import { useState, type ReactElement, type ReactNode } from 'react';
import { useCaller, type Caller } from '../analysis/analyse.js';
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
import LiveStage from './live-stage.js';
import { ProveStage } from './prove/prove-stage.js';
import '../analysis/analysis.css';
import './camera.css';

const MODES = {
  live: {
    label: 'Live faces',
    lead: 'Boxes, points, age, expression and names, drawn while you move.',
    start: 'Start the camera',
    Stage: LiveStage,
  },
  enrol: {
    label: 'Enrolment photo',
    lead: 'Guides you to a photo that is good enough to enrol, and takes it automatically.',
    start: 'Start the camera',
    Stage: EnrolmentStage,
  },
  prove: {
    label: 'Prove that you are there',
    lead: 'Asks for three movements, and checks that a person makes them, not a photo or a recording.',
    start: 'Start',
    Stage: ProveStage,
  },
} as const;

type Mode = keyof typeof MODES;

const TABS = (Object.keys(MODES) as Mode[]).map((id) => ({ id, label: MODES[id].label }));

/** The live camera (#/live), the enrolment photo (#/live/enrol) and the liveness check (#/live/prove). */
export default function LivePage({ mode }: { readonly mode: Mode }): ReactElement {
  const { known, caller } = useCaller();
  const isAllowed = caller?.kind === 'key' || mode !== 'prove';
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
          {caller !== null && isAllowed ? (
            <CameraStage key={mode} mode={mode} caller={caller} />
          ) : known ? (
            <LogInFirst
              title="Log in to use the camera"
              why={
                mode === 'prove'
                  ? 'The check counts as two calls of your plan, so you need an account.'
                  : 'Every frame counts as a call of your plan, so you need an account.'
              }
            />
          ) : (
            <SessionPending />
          )}
        </Tabs>
      </Page>
    </div>
  );
}

function CameraStage({ mode, caller }: { readonly mode: Mode; readonly caller: Caller }): ReactElement {
  const [on, setOn] = useState(false);
  const { start, Stage } = MODES[mode];
  return (
    <section className="try" aria-label={MODES[mode].label}>
      {on ? (
        <Stage
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
              {start}
            </Button>
            {mode === 'prove' ? (
              <p>It takes a quarter of a minute, and counts as two calls of your plan.</p>
            ) : (
              <Price caller={caller} />
            )}
            <p className="muted small">
              {mode === 'prove'
                ? 'About 20 small frames are sent to the service at the end.'
                : 'Small single frames are sent to the service, one at a time.'}{' '}
              They are analysed and not stored.
            </p>
          </div>
        </div>
      )}
    </section>
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

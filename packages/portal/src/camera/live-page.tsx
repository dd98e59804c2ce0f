import { useState, type ReactElement } from 'react';
import { useCaller, type Caller } from '../analysis/analyse.js';
import { usePlace, type Place } from '../analysis/place.js';
import { PlaceSwitch } from '../analysis/place-switch.js';
import { LogInFirst, SessionPending } from '../app/access.js';
import { Page } from '../app/page.js';
import { navigate } from '../app/route.js';
import { Tabs } from '../design/tabs.js';
import { CameraPoster, MODES, type Mode } from './camera-poster.js';
import { EnrolmentStage } from './enrol/enrolment-stage.js';
import LiveStage from './live-stage.js';
import { ProveStage } from './prove/prove-stage.js';
import '../analysis/analysis.css';
import './camera.css';

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
                why={`${countedText(mode, place)} of your plan, so you need an account.`}
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

/** Why an account is needed. */
function countedText(mode: Mode, place: Place): string {
  if (mode === 'prove') return 'The check counts as two calls';
  return mode === 'enrol' && place === 'page' ? 'The photo counts as a call' : 'Every frame counts as a call';
}

interface CameraStageProps {
  readonly mode: Mode;
  /** null: only the page analyses. */
  readonly caller: Caller | null;
}

function CameraStage({ mode, caller }: CameraStageProps): ReactElement {
  const [on, setOn] = useState(false);
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
        <CameraPoster
          mode={mode}
          caller={caller}
          onStart={() => {
            setOn(true);
          }}
        />
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

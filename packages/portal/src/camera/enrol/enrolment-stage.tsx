import { useState, type ReactElement } from 'react';
import type { Caller } from '../../analysis/analyse.js';
import { usePlace, type Place } from '../../analysis/place.js';
import { PlaceSwitch } from '../../analysis/place-switch.js';
import type { Failure } from '../../api/failure.js';
import { CameraPause, type Ended } from '../camera-pause.js';
import { CameraPicture } from '../camera-picture.js';
import type { FollowRules } from '../follow-in-page.js';
import { useCamera, useHidden } from '../use-camera.js';
import { priceText } from '../live-stage.js';
import { useLive, type Live } from '../use-live.js';
import { ADVICE, CheckList, nextAdvice, type Rule } from './enrolment-checks.js';
import type { EnrolmentPhoto } from './enrolment-photo.js';
import { TakenPhoto } from './taken-photo.js';
import { GOOD_FRAMES, useGuide, type Guide } from './use-guide.js';
import './enrol.css';

/** Whether somebody else is there matters, not how many. */
const FOLLOW_RULES: FollowRules = { maxFaces: 2, describeEveryMs: 500, onlyComplete: true };

interface StageProps {
  readonly caller: Caller;
  readonly onClose: () => void;
}

interface EnrolmentStageProps extends StageProps {
  /** For a page that does something of its own with the photo. */
  readonly onPhoto?: (photo: EnrolmentPhoto) => void;
}

/** Guides a person to a photo that passes the enrolment check, takes it, and shows its quality and its vector. */
export function EnrolmentStage({ caller, onClose, onPhoto }: EnrolmentStageProps): ReactElement {
  const [photo, setPhoto] = useState<EnrolmentPhoto | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const [attempt, setAttempt] = useState(0);
  const again = (): void => {
    setPhoto(null);
    setEnded(null);
    setAttempt(attempt + 1);
  };
  useHidden(() => {
    setEnded((before) => before ?? { why: 'hidden' });
  });
  if (photo !== null) return <TakenPhoto photo={photo} onAgain={again} onClose={onClose} />;
  return (
    <GuidedCamera
      key={attempt}
      caller={caller}
      ended={ended}
      onEnd={setEnded}
      onPhoto={onPhoto ?? setPhoto}
      onAgain={again}
      onClose={onClose}
    />
  );
}

interface GuidedCameraProps extends StageProps {
  readonly ended: Ended | null;
  readonly onEnd: (end: Ended) => void;
  readonly onPhoto: (photo: EnrolmentPhoto) => void;
  readonly onAgain: () => void;
}

function GuidedCamera(props: GuidedCameraProps): ReactElement {
  const { caller, ended, onEnd, onPhoto, onAgain, onClose } = props;
  const running = ended === null;
  const camera = useCamera(running);
  const { place } = usePlace();
  const onFailure = (failure: Failure): void => {
    onEnd({ why: 'rejected', failure });
  };
  const guide = useGuide({ caller, camera, onPhoto, onFailure });
  const [live, canvas] = useLive({
    place,
    followRules: FOLLOW_RULES,
    caller,
    camera,
    running: running && !guide.taking,
    drawn: false,
    onDetection: guide.onDetection,
    onEnd,
  });
  return (
    <>
      <CameraPicture
        camera={camera}
        canvas={canvas}
        running={running}
        status={statusText(live, caller, place)}
        onRetry={onAgain}
        onStop={onClose}
        overlay={
          <>
            <GuideOval progress={guide.taking ? 1 : guide.good / (GOOD_FRAMES + 1)} />
            <p className="guide-message" role="status" aria-live="polite">
              {guideText(guide, live, place)}
            </p>
          </>
        }
      >
        {ended !== null && <CameraPause ended={ended} onAgain={onAgain} onClose={onClose} />}
      </CameraPicture>
      <CheckList checks={guide.checks} rejection={guide.rejection}>
        <p>
          {place === 'page'
            ? 'Your browser checks the frames itself; only the photo is sent, as one call.'
            : 'Each frame is one call, and so is the photo.'}
        </p>
        <PlaceSwitch />
      </CheckList>
    </>
  );
}

function statusText(live: Live, caller: Caller, place: Place): string {
  if (place === 'page') return live.loading === '' ? 'No frame is sent.' : live.loading;
  return live.wait > 0 ? `Waiting ${live.wait} s before the next frame` : priceText(live, caller);
}

function guideText(
  { checks, taking, rejection, good }: Guide,
  { detection, silent, wait }: Live,
  place: Place,
): string {
  if (taking) return 'Taking the photo';
  if (rejection.length > 0) return 'Not quite yet';
  // Nobody should move about because the service is slow.
  if (place === 'server' && (silent || wait > 0)) return 'The service does not respond. Please wait';
  if (detection === null) return place === 'server' ? 'Waiting for the service' : 'One moment, please';
  if (checks.length === 0) return ADVICE['no-face'];
  const rule: Rule | null = nextAdvice(checks);
  return rule === null || good > 0 ? 'Great, hold still' : ADVICE[rule];
}

/** Begins at the top, so that the line fills from there. */
const OVAL = 'M50 4A46 61 0 0 1 50 126A46 61 0 0 1 50 4Z';

/** An oval to place the face in; its line fills while everything is right. */
function GuideOval({ progress }: { readonly progress: number }): ReactElement {
  return (
    <svg className="guide-oval" viewBox="0 0 100 130" aria-hidden="true">
      <path className="guide-oval-line" d={OVAL} />
      {progress > 0 && (
        <path
          className="guide-oval-done"
          d={OVAL}
          pathLength="100"
          strokeDasharray={`${Math.round(progress * 100)} 100`}
        />
      )}
    </svg>
  );
}

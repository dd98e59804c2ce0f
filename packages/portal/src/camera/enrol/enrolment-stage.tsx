import { useState, type ReactElement } from 'react';
import type { Caller } from '../../analysis/analyse.js';
import type { Failure } from '../../api/failure.js';
import { calls } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { CameraPicture } from '../camera-picture.js';
import { useCamera, useHidden } from '../use-camera.js';
import { useLive } from '../use-live.js';
import { ADVICE, CheckList, nextAdvice, type Rule } from './enrolment-checks.js';
import type { EnrolmentPhoto } from './enrolment-photo.js';
import { TakenPhoto } from './taken-photo.js';
import { GOOD_FRAMES, useGuide, type Guide } from './use-guide.js';
import './enrol.css';

interface EnrolmentStageProps {
  readonly caller: Caller;
  readonly onClose: () => void;
}

/** Guides a person to a photo that passes the enrolment check, takes it, and shows its quality and its vector. */
export function EnrolmentStage({ caller, onClose }: EnrolmentStageProps): ReactElement {
  const [photo, setPhoto] = useState<EnrolmentPhoto | null>(null);
  const [pause, setPause] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const again = (): void => {
    setPhoto(null);
    setPause(null);
    setAttempt(attempt + 1);
  };
  useHidden(() => {
    setPause((before) => before ?? 'The camera was turned off because this page was in the background.');
  });
  if (photo !== null) return <TakenPhoto photo={photo} onAgain={again} onClose={onClose} />;
  return (
    <GuidedCamera
      key={attempt}
      caller={caller}
      pause={pause}
      onPause={setPause}
      onPhoto={setPhoto}
      onAgain={again}
      onClose={onClose}
    />
  );
}

interface GuidedCameraProps extends EnrolmentStageProps {
  readonly pause: string | null;
  readonly onPause: (message: string) => void;
  readonly onPhoto: (photo: EnrolmentPhoto) => void;
  readonly onAgain: () => void;
}

function GuidedCamera(props: GuidedCameraProps): ReactElement {
  const { caller, pause, onPause, onPhoto, onAgain, onClose } = props;
  const running = pause === null;
  const camera = useCamera(running);
  const onFailure = ({ message }: Failure): void => {
    onPause(message);
  };
  const guide = useGuide({ caller, camera, onPhoto, onFailure });
  const [live, canvas] = useLive({
    caller,
    camera,
    running: running && !guide.taking,
    drawn: false,
    onDetection: guide.onDetection,
    onEnd: (end) => {
      onPause(
        end.why === 'rejected'
          ? end.failure.message
          : 'The camera was turned off so that it does not run unattended.',
      );
    },
  });
  return (
    <>
      <CameraPicture
        camera={camera}
        canvas={canvas}
        running={running}
        status={
          live.wait > 0 ? `Waiting ${live.wait} s before the next frame` : `${calls(live.calls)} so far`
        }
        onRetry={onAgain}
        onStop={onClose}
        overlay={
          <>
            <GuideOval progress={guide.taking ? 1 : guide.good / (GOOD_FRAMES + 1)} />
            <p className="guide-message" role="status" aria-live="polite">
              {guideText(guide)}
            </p>
          </>
        }
      >
        {pause !== null && (
          <div className="camera-message" role="alert">
            <h2>Paused</h2>
            <p>{pause}</p>
            <Button look="primary" onClick={onAgain}>
              Continue
            </Button>
          </div>
        )}
      </CameraPicture>
      <CheckList checks={guide.checks} rejection={guide.rejection} />
    </>
  );
}

function guideText({ checks, taking, rejection, good }: Guide): string {
  if (taking) return 'Taking the photo';
  if (rejection.length > 0) return 'Not quite yet';
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

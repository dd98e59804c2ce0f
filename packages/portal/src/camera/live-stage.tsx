import { useState, type ReactElement } from 'react';
import { ResponsePanel } from '../analysis/response-panel.js';
import type { Caller } from '../analysis/analyse.js';
import { facesText } from '../analysis/face-text.js';
import { useHighlight } from '../analysis/highlight.js';
import { calls, count, durationText } from '../app/format.js';
import { CameraPause, type Ended } from './camera-pause.js';
import { CameraPicture } from './camera-picture.js';
import { useCamera, useHidden } from './use-camera.js';
import { useLive, type Live } from './use-live.js';

interface LiveStageProps {
  readonly caller: Caller;
  /** Back to where the camera was started. */
  readonly onClose: () => void;
}

/** The camera with boxes, points, age and expression drawn on the moving picture, and the response beside it. */
export default function LiveStage({ caller, onClose }: LiveStageProps): ReactElement {
  const [ended, setEnded] = useState<Ended | null>(null);
  const [attempt, setAttempt] = useState(0);
  const again = (): void => {
    setEnded(null);
    setAttempt(attempt + 1);
  };
  useHidden(() => {
    setEnded((before) => before ?? { why: 'hidden' });
  });
  return (
    <RunningStage
      key={attempt}
      caller={caller}
      ended={ended}
      onEnd={setEnded}
      onAgain={again}
      onClose={onClose}
    />
  );
}

interface RunningStageProps extends LiveStageProps {
  readonly ended: Ended | null;
  readonly onEnd: (end: Ended) => void;
  readonly onAgain: () => void;
}

function RunningStage({ caller, ended, onEnd, onAgain, onClose }: RunningStageProps): ReactElement {
  const running = ended === null;
  const highlight = useHighlight();
  const camera = useCamera(running);
  const [live, canvas] = useLive({ caller, camera, running, highlighted: highlight.highlighted, onEnd });
  return (
    <>
      <CameraPicture
        camera={camera}
        canvas={canvas}
        running={running}
        status={paceText(live)}
        onRetry={onAgain}
        onStop={onClose}
      >
        {ended !== null && <CameraPause ended={ended} onAgain={onAgain} onClose={onClose} />}
      </CameraPicture>
      <ResponsePanel
        detection={live.detection}
        text={live.text}
        href={null}
        fileName="frame.jpg"
        noFace="Nobody in view."
        highlight={highlight}
        footer={<p className="live-price">{priceText(live, caller)}</p>}
      >
        <p className="response-empty">Waiting for the first response.</p>
      </ResponsePanel>
      <p className="visually-hidden" role="status">
        {live.detection !== null && `${facesText(live.detection.faces.length)} in view`}
      </p>
    </>
  );
}

function paceText({ detection, millis, framesPerSecond, wait, silent }: Live): string {
  if (wait > 0) return `Waiting ${wait} s before the next frame`;
  if (silent) return 'The service has not responded for a while …';
  if (detection === null || millis === null) return 'Looking for faces …';
  const rate = framesPerSecond === null ? '' : ` · ${framesPerSecond.toFixed(1)} frames/s`;
  return `${facesText(detection.faces.length)} · ${Math.round(millis)} ms${rate}`;
}

/** What the frames cost, and what is left. */
export function priceText({ calls: made, left, framesPerSecond }: Live, caller: Caller): string {
  if (caller.kind === 'key') {
    const rest = left === null ? '' : `, ${count(left)} left this month`;
    return `Each frame is one call of your plan: ${calls(made)} so far${rest}.`;
  }
  const lasts =
    framesPerSecond === null || left === null
      ? ''
      : `: about ${durationText(left / framesPerSecond)} of camera`;
  const rest = left === null ? '' : ` ${calls(left)} left this hour${lasts}.`;
  return `Free trial: ${count(made)} ${made === 1 ? 'frame' : 'frames'} analysed so far.${rest}`;
}

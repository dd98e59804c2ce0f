import { useState, type ReactElement } from 'react';
import { ResponsePanel } from '../analysis/response-panel.js';
import type { Caller } from '../analysis/analyse.js';
import { foundText } from '../analysis/face-text.js';
import { usePlace, type Place } from '../analysis/place.js';
import { PlaceSwitch } from '../analysis/place-switch.js';
import { useHighlight } from '../analysis/highlight.js';
import { calls, count, counted, durationText, peopleText } from '../app/format.js';
import { CheckField } from '../design/field.js';
import { usePlayground } from '../playground/playground-state.js';
import type { Person } from '../playground/search/gallery.js';
import { useGallery } from '../playground/search/use-gallery.js';
import { CameraPause, type Ended } from './camera-pause.js';
import { CameraPicture } from './camera-picture.js';
import { useCamera, useHidden } from './use-camera.js';
import { useLive, type Live } from './use-live.js';

interface LiveStageProps {
  /** null: only the page analyses. */
  readonly caller: Caller | null;
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
  const { people } = useGallery(usePlayground().email);
  const [recognises, setRecognises] = useState(true);
  const { place } = usePlace();
  const [live, canvas] = useLive({
    place,
    caller,
    camera,
    running,
    highlighted: highlight.highlighted,
    people: recognises ? (people ?? []) : [],
    onEnd,
  });
  return (
    <>
      <CameraPicture
        camera={camera}
        canvas={canvas}
        running={running}
        status={paceText(live, place)}
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
        inPage={place === 'page'}
        noFace="Nobody in view."
        highlight={highlight}
        names={live.names}
        footer={
          <div className="live-price">
            <LivePlaceSwitch />
            {place === 'server' && <Recognition people={people} on={recognises} onChange={setRecognises} />}
            {place === 'server' && caller !== null && <p>{priceText(live, caller)}</p>}
          </div>
        }
      >
        <p className="response-empty">Waiting for the first response.</p>
      </ResponsePanel>
      <p className="visually-hidden" role="status">
        {live.detection !== null && inViewText(live.detection.faces.length, [...live.names.values()])}
      </p>
    </>
  );
}

export const LivePlaceSwitch = (): ReactElement => (
  <PlaceSwitch>
    <p>Only the server recognises people who are enrolled.</p>
  </PlaceSwitch>
);

interface RecognitionProps {
  readonly people: readonly Person[] | null;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Whether the people of the gallery are recognised; how to enrol some if there are none. */
function Recognition({ people, on, onChange }: RecognitionProps): ReactElement | null {
  if (people === null) return null;
  if (people.length === 0)
    return (
      <p>
        <a href="#/playground/search">Enrol people</a> to see their names here.
      </p>
    );
  return (
    <CheckField checked={on} onChange={onChange}>
      Recognise {people.length === 1 ? 'the person' : `the ${peopleText(people.length)}`} of your gallery
    </CheckField>
  );
}

/** "2 faces in view: Ada" */
const inViewText = (faces: number, names: readonly string[]): string =>
  `${foundText(faces)} in view${names.length === 0 ? '' : `: ${names.toSorted().join(', ')}`}`;

function paceText({ detection, millis, framesPerSecond, wait, silent, loading }: Live, place: Place): string {
  if (loading !== '') return loading;
  if (wait > 0) return `Waiting ${wait} s before the next frame`;
  if (silent && place === 'server') return 'The service has not responded for a while …';
  if (detection === null || millis === null) return 'Looking for faces …';
  const rate = framesPerSecond === null ? '' : ` · ${framesPerSecond.toFixed(1)} frames/s`;
  return `${foundText(detection.faces.length)} · ${Math.round(millis)} ms${rate}`;
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
  return `Free trial: ${counted(made, 'frame')} analysed so far.${rest}`;
}

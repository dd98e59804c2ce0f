import { useState, type ReactElement } from 'react';
import { ButtonLink } from '../../design/button.js';
import { CopyButton } from '../../design/copy-button.js';
import { Panel } from '../../design/panel.js';
import { detectRequest } from '../api/requests.js';
import { exchangeOf } from '../api/use-call.js';
import { CallDetails } from '../code/call-details.js';
import { boxText } from '../faces/box.js';
import { faceName, type Detection, type Face } from '../faces/face.js';
import { FaceList } from '../faces/face-list.js';
import type { FaceMarks } from '../faces/face-marks.js';
import { LANDMARK_GROUPS } from '../faces/landmark-groups.js';
import { PhotoSlot } from '../faces/photo-slot.js';
import { placeholderImage } from '../faces/placeholder.js';
import { useDetection } from '../faces/use-detection.js';
import { useMarks } from '../faces/use-marks.js';
import type { Photo } from '../photo/photo.js';
import { useWorkbench } from '../workbench.js';

/** Every face of a photo with box, points, age and gender. */
export function DetectPanel(): ReactElement {
  const { slots } = useWorkbench();
  const [points, setPoints] = useState(true);
  const [details, setDetails] = useState(false);
  const { photo } = slots.first;
  const [state, retry] = useDetection(photo, { details });
  const marks = useMarks('first');
  const detection = state.status === 'done' ? state.data : null;
  const found = photo !== null && detection !== null && detection.faces.length > 0;
  const request = detectRequest(photo?.source ?? placeholderImage('photo.jpg'), details);
  return (
    <div className="stack-loose">
      <div className={found ? 'pg-split' : undefined}>
        <Panel>
          <PhotoSlot
            name="first"
            label="A photo with faces"
            state={state}
            onRetry={retry}
            marks={marks}
            points={points}
          >
            {found && <PointsSwitch points={points} onChange={setPoints} />}
            {photo !== null && <DetailsSwitch details={details} onChange={setDetails} />}
          </PhotoSlot>
        </Panel>
        {found && <Found photo={photo} detection={detection} marks={marks} />}
      </div>
      <CallDetails calls={[{ label: 'Find faces', request, exchange: exchangeOf(state) }]} />
    </div>
  );
}

interface FoundProps {
  readonly photo: Photo;
  readonly detection: Detection;
  readonly marks: FaceMarks;
}

function Found({ photo, detection, marks }: FoundProps): ReactElement {
  const count = detection.faces.length;
  const chosen = detection.faces.find(({ id }) => id === marks.chosen);
  return (
    <Panel title={count === 1 ? 'One face' : `${count} faces`}>
      <p className="visually-hidden" role="status">
        {count === 1 ? 'One face was found.' : `${count} faces were found.`}
      </p>
      <FaceList photo={photo} detection={detection} marks={marks} />
      {chosen !== undefined && <ChosenFaceBar face={chosen} />}
    </Panel>
  );
}

function ChosenFaceBar({ face }: { readonly face: Face }): ReactElement {
  return (
    <div className="pg-chosen">
      <p role="status">
        <strong>{faceName(face)}</strong> is chosen; Match and Vector use its box.
      </p>
      <div className="row">
        <ButtonLink small look="primary" href="#/playground/match">
          Match it
        </ButtonLink>
        <ButtonLink small href="#/playground/vector">
          Get its vector
        </ButtonLink>
        <CopyButton text={boxText(face.box)} what="box" label="Copy the box" />
      </div>
    </div>
  );
}

interface DetailsSwitchProps {
  readonly details: boolean;
  readonly onChange: (details: boolean) => void;
}

/** Asks the service for more of each face, which is another call. */
function DetailsSwitch({ details, onChange }: DetailsSwitchProps): ReactElement {
  return (
    <label className="pg-check">
      <input
        type="checkbox"
        checked={details}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      Pose, quality and expression
    </label>
  );
}

interface PointsSwitchProps {
  readonly points: boolean;
  readonly onChange: (points: boolean) => void;
}

function PointsSwitch({ points, onChange }: PointsSwitchProps): ReactElement {
  return (
    <>
      <label className="pg-check">
        <input
          type="checkbox"
          checked={points}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        68 points
      </label>
      {points && (
        <ul className="pg-legend" aria-label="Colours of the points">
          {LANDMARK_GROUPS.map((group) => (
            <li key={group} className={`pg-${group}`}>
              {group}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

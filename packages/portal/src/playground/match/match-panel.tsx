import type { ReactElement } from 'react';
import { Panel } from '../../design/panel.js';
import { readDistance } from '../api/answer-shapes.js';
import { detectRequest, matchRequest, type ChosenFace } from '../api/requests.js';
import { exchangeOf, useCall, type CallState } from '../api/use-call.js';
import { CallDetails, type ShownCall } from '../code/call-details.js';
import { faceName, type Detection } from '../faces/face.js';
import { PhotoSlot } from '../faces/photo-slot.js';
import { placeholderFace } from '../faces/placeholder.js';
import { useDetection } from '../faces/use-detection.js';
import { useMarks } from '../faces/use-marks.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import { useWorkbench, type Slot } from '../workbench.js';
import { DistanceGauge } from './distance-gauge.js';

/** Whether the chosen faces of two photos are the same person. */
export function MatchPanel(): ReactElement {
  const { slots } = useWorkbench();
  const [firstState, retryFirst] = useDetection(slots.first.photo);
  const [secondState, retrySecond] = useDetection(slots.second.photo);
  const first = chosenFace(slots.first, firstState);
  const second = chosenFace(slots.second, secondState);
  const request = first !== null && second !== null ? matchRequest(first, second) : null;
  const [match, retry] = useCall(request, readDistance);
  const calls: ShownCall[] = [
    {
      label: 'Compare the faces',
      request:
        request ?? matchRequest(first ?? placeholderFace('one.jpg'), second ?? placeholderFace('two.jpg')),
      exchange: exchangeOf(match),
    },
    ...detectCall('Faces of the first photo', slots.first, firstState),
    ...detectCall('Faces of the second photo', slots.second, secondState),
  ];
  return (
    <div className="stack-loose">
      <div className="pg-pair">
        <Panel title="First photo">
          <PhotoSlot
            name="first"
            label="First photo"
            state={firstState}
            onRetry={retryFirst}
            marks={useMarks('first')}
            points={false}
            takesPaste={slots.first.photo === null}
          >
            <Choice slot={slots.first} state={firstState} />
          </PhotoSlot>
        </Panel>
        <Panel title="Second photo">
          <PhotoSlot
            name="second"
            label="Second photo"
            state={secondState}
            onRetry={retrySecond}
            marks={useMarks('second')}
            points={false}
            takesPaste={slots.first.photo !== null}
          >
            <Choice slot={slots.second} state={secondState} />
          </PhotoSlot>
        </Panel>
      </div>
      <Panel title="Verdict">
        <Verdict match={match} onRetry={retry} missing={missing(slots)} />
      </Panel>
      <CallDetails calls={calls} />
    </div>
  );
}

function chosenFace({ photo, faceId }: Slot, state: CallState<Detection>): ChosenFace | null {
  if (photo === null || state.status !== 'done') return null;
  const face = state.data.faces.find(({ id }) => id === faceId);
  return face === undefined ? null : { image: photo.source, box: face.box };
}

const detectCall = (label: string, { photo }: Slot, state: CallState<Detection>): ShownCall[] =>
  photo === null ? [] : [{ label, request: detectRequest(photo.source), exchange: exchangeOf(state) }];

function missing({ first, second }: Readonly<Record<'first' | 'second', Slot>>): string {
  if (first.photo === null && second.photo === null)
    return 'Give two photos above to see the distance between two faces.';
  if (first.photo === null || second.photo === null) return 'One more photo, and the two faces are compared.';
  return 'Both photos need a face to compare.';
}

function Choice({
  slot,
  state,
}: {
  readonly slot: Slot;
  readonly state: CallState<Detection>;
}): ReactElement | null {
  if (state.status !== 'done' || state.data.faces.length === 0) return null;
  const more =
    state.data.faces.length > 1 ? ' is compared; click another face to compare that.' : ' is compared.';
  return (
    <p className="small muted">
      <strong>{faceName({ id: slot.faceId })}</strong>
      {more}
    </p>
  );
}

interface VerdictProps {
  readonly match: CallState<number>;
  readonly onRetry: () => void;
  readonly missing: string;
}

function Verdict({ match, onRetry, missing: words }: VerdictProps): ReactElement {
  switch (match.status) {
    case 'idle':
      return <p className="muted">{words}</p>;
    case 'running':
      return <CallProgress waiting={match.waiting} work="Comparing the faces" />;
    case 'failed':
      return <FailureNotice failure={match.failure} onRetry={onRetry} />;
    case 'done':
      return <DistanceGauge distance={match.data} />;
  }
}

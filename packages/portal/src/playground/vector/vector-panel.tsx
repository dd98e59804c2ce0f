import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Notice } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { readVector, type Vector } from '../api/answer-shapes.js';
import { detectRequest, vectorRequest } from '../api/requests.js';
import { exchangeOf, useCall, type CallState } from '../api/use-call.js';
import { CallDetails } from '../code/call-details.js';
import type { Face } from '../faces/face.js';
import { faceName } from '../faces/face.js';
import { PhotoSlot } from '../faces/photo-slot.js';
import { placeholderFace } from '../faces/placeholder.js';
import { useDetection } from '../faces/use-detection.js';
import { useMarks } from '../faces/use-marks.js';
import { CallProgress } from '../states/call-progress.js';
import { FailureNotice } from '../states/failure-notice.js';
import { useWorkbench } from '../workbench.js';
import {
  qualityMeasures,
  readFailedMeasures,
  type FailedMeasure,
  type GateVerdict,
} from './quality-measures.js';
import { QualityMeters } from './quality-meters.js';
import { VectorStrip } from './vector-strip.js';

/** The 128 numbers of a face, with the quality gate in front or not. */
export function VectorPanel(): ReactElement {
  const { slots } = useWorkbench();
  const [gate, setGate] = useState(false);
  const { photo, faceId } = slots.first;
  const [state, retry] = useDetection(photo);
  const marks = useMarks('first');
  const face = state.status === 'done' ? state.data.faces.find(({ id }) => id === faceId) : undefined;
  const chosen = photo !== null && face !== undefined ? { image: photo.source, box: face.box } : null;
  const [vector, retryVector] = useCall(chosen === null ? null : vectorRequest(chosen, gate), readVector);
  return (
    <div className="stack-loose">
      <div className={face === undefined ? undefined : 'pg-split'}>
        <Panel>
          <PhotoSlot
            name="first"
            label="A photo with a face"
            state={state}
            onRetry={retry}
            marks={marks}
            points={false}
          >
            {face !== undefined && (
              <p className="small muted">
                <strong>{faceName(face)}</strong> is used; click another face to use that.
              </p>
            )}
          </PhotoSlot>
        </Panel>
        {face !== undefined && (
          <Panel title="Quality gate">
            <Gate face={face} gate={gate} vector={vector} onChange={setGate} />
          </Panel>
        )}
      </div>
      {vector.status !== 'idle' && (
        <Panel title="Vector">
          <Result
            vector={vector}
            onRetry={retryVector}
            onWithoutGate={() => {
              setGate(false);
            }}
          />
        </Panel>
      )}
      <CallDetails
        calls={[
          {
            label: 'Vector of the face',
            request: vectorRequest(chosen ?? placeholderFace('photo.jpg'), gate),
            exchange: exchangeOf(vector),
          },
          ...(photo === null
            ? []
            : [{ label: 'Find faces', request: detectRequest(photo.source), exchange: exchangeOf(state) }]),
        ]}
      />
    </div>
  );
}

interface GateProps {
  readonly face: Face;
  readonly gate: boolean;
  readonly vector: CallState<Vector>;
  readonly onChange: (gate: boolean) => void;
}

function Gate({ face, gate, vector, onChange }: GateProps): ReactElement {
  return (
    <>
      <label className="pg-check">
        <input
          type="checkbox"
          role="switch"
          checked={gate}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        A vector only for a good picture
      </label>
      <p className="small muted">
        With <code>quality=1</code> the service answers with an error unless the face is large, bright and
        frontal enough. It then tells what it measured.
      </p>
      <QualityMeters measures={qualityMeasures(face.box, verdictOf(gate, vector))} />
    </>
  );
}

function verdictOf(gate: boolean, vector: CallState<Vector>): GateVerdict {
  if (!gate) return 'not-asked';
  if (vector.status === 'done') return 'passed';
  const failed = failedMeasures(vector);
  return failed === null ? 'not-asked' : { failed };
}

const failedMeasures = (vector: CallState<Vector>): FailedMeasure[] | null =>
  vector.status === 'failed'
    ? readFailedMeasures(vector.failure.code ?? '', vector.failure.data ?? {})
    : null;

interface ResultProps {
  readonly vector: CallState<Vector>;
  readonly onRetry: () => void;
  readonly onWithoutGate: () => void;
}

function Result({ vector, onRetry, onWithoutGate }: ResultProps): ReactElement | null {
  switch (vector.status) {
    case 'idle':
      return null;
    case 'running':
      return <CallProgress waiting={vector.waiting} work="Measuring the face" />;
    case 'failed':
      return failedMeasures(vector) === null ? (
        <FailureNotice failure={vector.failure} onRetry={onRetry} />
      ) : (
        <Notice
          tone="warn"
          announce
          title={`Held back: ${vector.failure.message}`}
          actions={
            <Button small onClick={onWithoutGate}>
              Take the vector without the gate
            </Button>
          }
        >
          <p>
            The picture of this face does not pass the quality gate, so there is no vector. The measures say
            why.
          </p>
        </Notice>
      );
    case 'done':
      return <VectorStrip vector={vector.data} />;
  }
}

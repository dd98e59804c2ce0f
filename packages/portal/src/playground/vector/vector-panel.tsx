import type { ReactElement } from 'react';
import { faceName } from '../../analysis/face-text.js';
import { readVector, type Face } from '../../analysis/face.js';
import { analysisRequest, placeholderImage, vectorRequest } from '../../analysis/request.js';
import { CheckField } from '../../design/field.js';
import { exchangeOf, useRun } from '../api/use-call.js';
import { PhotoStage } from '../canvas/photo-stage.js';
import { ResultTabs } from '../code/result-tabs.js';
import { MissingVector, useFaceVector, type KnownVector } from '../faces/face-calls.js';
import { useSlot } from '../faces/use-slot.js';
import { PhotoInput } from '../photo/photo-input.js';
import { usePlayground } from '../playground-state.js';
import { qualityMeasures, QualityMeters } from './quality-meters.js';
import { VectorStrip } from './vector-strip.js';

/** The 128 numbers of a face, and what the quality check says of it. */
export function VectorPanel(): ReactElement {
  const { choices, choose } = usePlayground();
  const checked = choices.qualityCheck;
  const slot = useSlot('first');
  const { photo, picker, state, face } = slot;
  const known = useFaceVector(photo, face);
  const image = photo?.source ?? placeholderImage('photo.jpg');
  const request = vectorRequest({ image, box: face?.box ?? null }, checked);
  const call = useRun(face === null ? null : request, readVector);
  return (
    <div className="pg-panes pg-panes-vector">
      <div className="pg-side pg-input-side">
        <PhotoInput label="Photo" picker={picker} photo={photo} takesPaste />
      </div>
      <PhotoStage
        slot={slot}
        invitation={
          <>
            <p className="pg-invitation-title">Drop a photo here</p>
            <p className="muted">Its face becomes 128 numbers that you can store and compare.</p>
          </>
        }
      />
      <ResultTabs
        tabs={[
          {
            id: 'vector',
            label: 'Vector',
            content:
              face === null ? (
                <p className="pg-side-hint muted">The vector of the chosen face will be shown here.</p>
              ) : (
                <Result
                  face={face}
                  known={known}
                  checked={checked}
                  onCheck={(wanted) => {
                    choose({ qualityCheck: wanted });
                  }}
                />
              ),
          },
        ]}
        calls={[
          {
            label: 'Vector of the face',
            request,
            exchange: exchangeOf(call.state),
            onRun: face === null ? undefined : call.run,
            running: call.state.status === 'running',
          },
          ...(photo === null
            ? []
            : [
                {
                  label: 'Faces of the photo',
                  request: analysisRequest(photo.source),
                  exchange: exchangeOf(state),
                },
              ]),
        ]}
        programs={[{ label: 'Vector of the face', request }]}
      />
    </div>
  );
}

interface ResultProps {
  readonly face: Face;
  readonly known: KnownVector;
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
}

function Result({ face, known, checked, onCheck }: ResultProps): ReactElement {
  const rejected = face.details?.failed[0];
  return (
    <div className="pg-padded stack">
      <p>
        <strong>{faceName(face)}</strong>{' '}
        <span className="muted small">Choose another face in the photo.</span>
      </p>
      {checked && rejected !== undefined ? (
        <p className="pg-faint" role="status">
          The face fails the quality check, so there is no vector.
        </p>
      ) : (
        <>
          {known.vector !== null && <VectorStrip vector={known.vector} />}
          <MissingVector face={face} known={known} />
        </>
      )}
      <div className="pg-gate stack">
        <CheckField role="switch" checked={checked} onChange={onCheck}>
          Quality check (<code>quality=1</code>)
        </CheckField>
        <p className="small muted">
          For photos that you enrol: the service rejects faces that are too small, too dark or turned away.
        </p>
        {face.details !== null && <QualityMeters measures={qualityMeasures(face.box, face.details)} />}
      </div>
    </div>
  );
}

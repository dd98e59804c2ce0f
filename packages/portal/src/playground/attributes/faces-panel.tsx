import { useState, type ReactElement } from 'react';
import { analysisRequest, facesRequest, placeholderImage } from '../../analysis/request.js';
import { exchangeOf, type CallState } from '../api/use-call.js';
import { PhotoStage } from '../canvas/photo-stage.js';
import { ResultTabs } from '../code/result-tabs.js';
import type { Detection } from '../../analysis/face.js';
import { useAnalysis } from '../faces/face-calls.js';
import { useFaceSelection, type FaceSelection } from '../faces/selection.js';
import { PhotoInput } from '../photo/photo-input.js';
import type { Photo } from '../photo/photo.js';
import { usePhotoPicker } from '../photo/use-photo-picker.js';
import { usePlayground } from '../playground-state.js';
import { FaceList } from './face-list.js';

/** Every face in a photo with box, points, age and gender. */
export function FacesPanel(): ReactElement {
  const { slots, setPhoto } = usePlayground();
  const [points, setPoints] = useState(true);
  const { photo } = slots.first;
  const [state, retry] = useAnalysis(photo);
  const selection = useFaceSelection('first');
  const picker = usePhotoPicker(([given]) => {
    if (given !== undefined) setPhoto('first', given);
  });
  const image = photo?.source ?? placeholderImage('photo.jpg');
  const count = state.status === 'done' ? state.data.faces.length : 0;
  return (
    <div className="bench bench-faces">
      <div className="pg-side pg-input-side">
        <PhotoInput label="Photo" picker={picker} photo={photo} takesPaste />
      </div>
      <PhotoStage
        name="first"
        picker={picker}
        state={state}
        onRetry={retry}
        selection={selection}
        points={points}
        tools={count > 0 && <PointsSwitch points={points} onChange={setPoints} />}
        invitation={
          <>
            <p className="pg-invitation-title">Drop a photo here</p>
            <p className="muted">You get every face with its box, 68 points, age, gender and pose.</p>
          </>
        }
      />
      <ResultTabs
        tabs={[
          {
            id: 'faces',
            label: count === 0 ? 'Faces' : `Faces (${count})`,
            content: <Found photo={photo} state={state} selection={selection} />,
          },
        ]}
        calls={[
          {
            label: 'The request that this page sends',
            request: analysisRequest(image),
            exchange: exchangeOf(state),
          },
        ]}
        programs={[
          { label: 'Every face', request: facesRequest(image) },
          { label: 'With pose, quality, expression and vector', request: analysisRequest(image) },
        ]}
      />
    </div>
  );
}

interface FoundProps {
  readonly photo: Photo | null;
  readonly state: CallState<Detection>;
  readonly selection: FaceSelection;
}

function Found({ photo, state, selection }: FoundProps): ReactElement {
  if (photo === null)
    return <p className="pg-side-hint muted">The faces of your photo will be listed here.</p>;
  if (state.status !== 'done')
    return (
      <p className="pg-side-hint muted">
        {state.status === 'failed' ? 'There is no result.' : 'Looking for faces …'}
      </p>
    );
  const count = state.data.faces.length;
  return (
    <>
      <p className="visually-hidden" role="status">
        {count === 1 ? '1 face was found.' : `${count} faces were found.`}
      </p>
      {count === 0 ? (
        <p className="pg-side-hint muted">No face was found in this photo.</p>
      ) : (
        <FaceList photo={photo} detection={state.data} selection={selection} />
      )}
    </>
  );
}

interface PointsSwitchProps {
  readonly points: boolean;
  readonly onChange: (points: boolean) => void;
}

function PointsSwitch({ points, onChange }: PointsSwitchProps): ReactElement {
  return (
    <label className="pg-tool">
      <input
        type="checkbox"
        checked={points}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      68 points
    </label>
  );
}

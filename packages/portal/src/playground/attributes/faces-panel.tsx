import type { ReactElement } from 'react';
import { facesText } from '../../app/format.js';
import { analysisRequest, facesRequest, placeholderImage } from '../../analysis/request.js';
import { CheckField } from '../../design/field.js';
import { exchangeOf } from '../api/use-call.js';
import { PhotoStage } from '../canvas/photo-stage.js';
import { ResultTabs } from '../code/result-tabs.js';
import { useSlot, type PhotoSlot } from '../faces/use-slot.js';
import { PhotoInput } from '../photo/photo-input.js';
import { usePlayground } from '../playground-state.js';
import { FaceList } from './face-list.js';

/** Every face in a photo with box, points, age and gender. */
export function FacesPanel(): ReactElement {
  const {
    choices: { points },
    choose,
  } = usePlayground();
  const slot = useSlot('first');
  const { photo, picker, state, detection } = slot;
  const image = photo?.source ?? placeholderImage('photo.jpg');
  const count = detection?.faces.length ?? 0;
  return (
    <div className="pg-panes pg-panes-faces">
      <div className="pg-side pg-input-side">
        <PhotoInput label="Photo" picker={picker} photo={photo} takesPaste />
      </div>
      <PhotoStage
        slot={slot}
        points={points}
        tools={
          count > 0 && (
            <div className="pg-tool">
              <CheckField
                small
                checked={points}
                onChange={(drawn) => {
                  choose({ points: drawn });
                }}
              >
                68 points
              </CheckField>
            </div>
          )
        }
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
            content: <Found slot={slot} />,
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

function Found({ slot: { photo, state, detection, selection } }: { readonly slot: PhotoSlot }): ReactElement {
  if (photo === null)
    return <p className="pg-side-hint muted">The faces of your photo will be listed here.</p>;
  if (detection === null)
    return (
      <p className="pg-side-hint muted">
        {state.status === 'failed' ? 'There is no result.' : 'Looking for faces …'}
      </p>
    );
  const count = detection.faces.length;
  return (
    <>
      {/* The notice on a photo without a face is announced itself. */}
      <p className="visually-hidden" role="status">
        {count > 0 && `${facesText(count)} ${count === 1 ? 'was' : 'were'} found.`}
      </p>
      {count === 0 ? (
        <p className="pg-side-hint muted">No face was found in this photo.</p>
      ) : (
        <FaceList photo={photo} detection={detection} selection={selection} />
      )}
    </>
  );
}

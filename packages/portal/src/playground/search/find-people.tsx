import { VECTOR_MODEL } from '@facet/client/search';
import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Notice } from '../../design/notice.js';
import { Panel } from '../../design/panel.js';
import { detectRequest, vectorRequest } from '../api/requests.js';
import { headerOf, MODEL_HEADER } from '../api/exchange.js';
import { exchangeOf } from '../api/use-call.js';
import { CallDetails, type ShownCall } from '../code/call-details.js';
import { faceName, type Face } from '../faces/face.js';
import { PhotoSlot } from '../faces/photo-slot.js';
import { placeholderFace, placeholderImage } from '../faces/placeholder.js';
import { useDetection } from '../faces/use-detection.js';
import { useMarks } from '../faces/use-marks.js';
import { distanceText } from '../match/gauge.js';
import { photoId } from '../photo/photo.js';
import { FailureNotice } from '../states/failure-notice.js';
import { useWorkbench } from '../workbench.js';
import { FaceResult } from './face-result.js';
import { outdatedCount, type Person } from './gallery.js';
import { searchFaces, type FaceSearch, type FaceVector } from './nearest.js';
import { useFaceVectors, type FaceVectorState } from './use-face-vectors.js';

/** One call for each face: a crowd is looked through only when that is wanted. */
const FACES_AT_FIRST = 12;

/** Who of the enrolled people is on a photo. */
export function FindPeople({ people }: { readonly people: readonly Person[] }): ReactElement {
  const { slots } = useWorkbench();
  const { photo } = slots.probe;
  const [state, retryDetection] = useDetection(photo, { patient: true });
  const marks = useMarks('probe');
  const [wholePhoto, setWholePhoto] = useState<string | null>(null);
  const all = state.status === 'done' ? state.data.faces : [];
  const id = photo === null ? null : photoId(photo);
  const faces = wholePhoto === id ? all : all.slice(0, FACES_AT_FIRST);
  const requestOf = (face: Face): ReturnType<typeof vectorRequest> =>
    vectorRequest({ image: photo?.source ?? placeholderImage('photo.jpg'), box: face.box }, false);
  const [vectorOf, retryVectors] = useFaceVectors(people.length === 0 ? [] : faces.map(requestOf));
  const searches = searchFaces(
    faces.map((face) => vectorWithModel(vectorOf(requestOf(face)))),
    people,
  );
  const outdated = outdatedCount(people);
  const isStale = !faces.every((face) => isOfToday(vectorOf(requestOf(face))));
  const failed = faces.map((face) => vectorOf(requestOf(face))).find(({ status }) => status === 'failed');
  const searched = state.status === 'done' && faces.length > 0 && people.length > 0;
  const calls: ShownCall[] = [
    {
      label: 'Find faces',
      request: detectRequest(photo?.source ?? placeholderImage('photo.jpg')),
      exchange: exchangeOf(state),
    },
    ...(faces.length === 0
      ? [
          {
            label: 'Vector of each face',
            request: vectorRequest(placeholderFace('photo.jpg'), false),
            exchange: null,
          },
        ]
      : faces.map((face) => {
          const vector = vectorOf(requestOf(face));
          return {
            label: `Vector of ${faceName(face).toLowerCase()}`,
            request: requestOf(face),
            exchange: vector.status === 'running' ? null : vector.exchange,
          };
        })),
  ];
  return (
    <>
      <Panel title="Who is on this photo?">
        {people.length === 0 && (
          <Notice>
            <p>Nobody is enrolled yet. Enrol somebody above first; then give a photo here.</p>
          </Notice>
        )}
        {isStale && (
          <Notice tone="warn" announce title="The service makes other vectors than this page knows">
            <p>It was updated since the page was opened. Reload the page, and enrol people again.</p>
          </Notice>
        )}
        {outdated > 0 && (
          <Notice tone="warn" title={`${outdated} templates are not compared`}>
            <p>
              An earlier version of the service made them, and they cannot be compared with those of today.
              Remove these people and enrol their photos again.
            </p>
          </Notice>
        )}
        <div className={searched ? 'pg-split' : undefined}>
          <PhotoSlot
            name="probe"
            label="A photo of somebody"
            state={state}
            onRetry={retryDetection}
            marks={marks}
            points={false}
          />
          {photo !== null && searched && (
            <ul className="pg-results" aria-label="Who it is">
              {faces.map((face, n) => (
                <FaceResult
                  key={face.id}
                  face={face}
                  photo={photo}
                  image={state.data.imageSize}
                  state={vectorOf(requestOf(face))}
                  search={searches[n] ?? null}
                  marks={marks}
                />
              ))}
            </ul>
          )}
        </div>
        {searched && <RuleText search={searches.find((search) => search !== null) ?? null} />}
        {failed?.status === 'failed' && <FailureNotice failure={failed.failure} onRetry={retryVectors} />}
        {faces.length < all.length && (
          <Button
            onClick={() => {
              setWholePhoto(id);
            }}
          >
            Look at the other {all.length - faces.length} faces too (one call each)
          </Button>
        )}
      </Panel>
      <CallDetails calls={calls} />
    </>
  );
}

function vectorWithModel(state: FaceVectorState): FaceVector | null {
  return state.status === 'done' && isOfToday(state) ? { vector: state.vector, model: VECTOR_MODEL } : null;
}

/** A page that was opened before the service changed its model cannot judge the new vectors. */
const isOfToday = (state: FaceVectorState): boolean =>
  state.status !== 'done' || headerOf(state.exchange, MODEL_HEADER) === VECTOR_MODEL;

/** How near a face had to be, and what that means. */
function RuleText({ search }: { readonly search: FaceSearch | null }): ReactElement | null {
  if (search === null) return null;
  const { threshold, strangerRate = 0 } = search;
  return (
    <p className="small muted">
      With the people enrolled now, a face counts as found below a distance of {distanceText(threshold)},
      which takes about one stranger in {oneIn(strangerRate)} for somebody. There is no liveness check: a
      photo of a photo is found too.
    </p>
  );
}

const oneIn = (rate: number): string => Math.round(1 / Math.max(rate, 1e-9)).toLocaleString('en');

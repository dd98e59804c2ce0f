import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Notice, Skeleton } from '../../design/states.js';
import { calls } from '../../app/format.js';
import { analysisRequest, placeholderImage, vectorRequest } from '../../analysis/request.js';
import { exchangeOf, type CallState } from '../api/use-call.js';
import { PhotoStage } from '../canvas/photo-stage.js';
import { ResultTabs } from '../code/result-tabs.js';
import type { Detection } from '../../analysis/face.js';
import { useFaceSelection, type FaceSelection } from '../faces/selection.js';
import { useAnalysis } from '../faces/face-calls.js';
import { distanceText, oneInText } from '../match/judge.js';
import { PhotoInput } from '../photo/photo-input.js';
import type { Photo } from '../photo/photo.js';
import { usePhotoPicker } from '../photo/use-photo-picker.js';
import { FailureNotice } from '../states/failure-notice.js';
import { usePlayground } from '../playground-state.js';
import { FaceResult } from './face-result.js';
import { outdatedCount, type Person } from './gallery.js';
import { GalleryPane } from './gallery-pane.js';
import type { FaceSearch } from './nearest.js';
import { templateOf } from './templates.js';
import { useEnrol, useGallery, type GalleryInUse } from './use-gallery.js';
import { usePhotoSearch, type PhotoSearch, type SearchedFace } from './use-photo-search.js';

/** Who is in a photo, among people that this browser knows. The service keeps nothing. */
export function SearchPanel(): ReactElement {
  const { email } = usePlayground();
  const gallery = useGallery(email);
  return gallery.people === null ? (
    <div className="bench">
      <Skeleton label="Reading the gallery" />
    </div>
  ) : (
    <Search gallery={gallery} people={gallery.people} />
  );
}

interface SearchProps {
  readonly gallery: GalleryInUse;
  readonly people: readonly Person[];
}

function Search({ gallery, people }: SearchProps): ReactElement {
  const { slots, setPhoto } = usePlayground();
  const [keepPictures, setKeepPictures] = useState(false);
  const enrol = useEnrol(gallery);
  const { photo } = slots.probe;
  const [state, retry] = useAnalysis(photo, { retryOnRateLimit: true });
  const selection = useFaceSelection('probe');
  const search = usePhotoSearch(photo, state, people);
  const picker = usePhotoPicker(([given]) => {
    if (given !== undefined) setPhoto('probe', given);
  });
  const named = search.faces.flatMap(({ face, search: of }) => {
    const person = of?.candidates.find(({ same }) => same)?.person;
    return person === undefined ? [] : [{ face, person }];
  });
  const image = photo?.source ?? placeholderImage('photo.jpg');

  async function enrolFace({ face, vector }: SearchedFace, name: string): Promise<void> {
    if (photo === null || state.status !== 'done' || vector === null) return;
    const { imageSize } = state.data;
    const template = await templateOf(
      { photo, box: face.box, image: imageSize, vector: vector.vector, model: vector.model },
      keepPictures,
    );
    await enrol([{ name, templates: [template] }]);
  }

  return (
    <div className="bench bench-search">
      <div className="pg-side pg-input-side">
        <GalleryPane
          gallery={gallery}
          people={people}
          found={new Set(named.map(({ person }) => person.id))}
          keepPictures={keepPictures}
          onKeepPictures={setKeepPictures}
          onEnrol={enrol}
        />
      </div>
      <div className="pg-query">
        <PhotoInput label="Photo to search" picker={picker} photo={photo} takesPaste />
        <PhotoStage
          name="probe"
          picker={picker}
          state={state}
          onRetry={retry}
          selection={selection}
          names={new Map(named.map(({ face, person }) => [face.id, person.name]))}
          invitation={
            <>
              <p className="pg-invitation-title">Drop a photo here</p>
              <p className="muted">Everyone in it is looked up in your gallery, without another call.</p>
            </>
          }
        />
      </div>
      <ResultTabs
        tabs={[
          {
            id: 'people',
            label: 'People',
            content: (
              <Found
                photo={photo}
                state={state}
                people={people}
                search={search}
                selection={selection}
                onName={(face, name) => void enrolFace(face, name)}
              />
            ),
          },
        ]}
        calls={[
          {
            label: 'Faces and vectors of the photo',
            request: analysisRequest(image),
            exchange: exchangeOf(state),
          },
        ]}
        programs={[
          { label: 'Faces and vectors of a photo', request: analysisRequest(image) },
          { label: 'Vector of one face', request: vectorRequest({ image, box: null }, true) },
        ]}
      />
    </div>
  );
}

interface FoundProps {
  readonly photo: Photo | null;
  readonly state: CallState<Detection>;
  readonly people: readonly Person[];
  readonly search: PhotoSearch;
  readonly selection: FaceSelection;
  readonly onName: (face: SearchedFace, name: string) => void;
}

function Found({ photo, state, people, search, selection, onName }: FoundProps): ReactElement {
  const { faces, left, isStale } = search;
  const outdated = outdatedCount(people);
  const failed = faces.find((one) => one.state?.status === 'failed')?.state;
  return (
    <div className="pg-padded stack">
      {isStale && (
        <Notice tone="warn" announce title="The service was updated">
          <p>It uses another model than this page expects. Reload the page and enrol people again.</p>
        </Notice>
      )}
      {outdated > 0 && (
        <Notice tone="warn" title={`${outdated} templates are not compared`}>
          <p>They were made by an earlier model. Remove these people and enrol their photos again.</p>
        </Notice>
      )}
      {photo === null || state.status !== 'done' ? (
        <p className="muted">
          {people.length === 0
            ? 'Enrol people first, then choose a photo to search.'
            : 'Choose a photo to see who is in it.'}
        </p>
      ) : (
        <ul className="pg-results" aria-label="Who it is">
          {faces.map((one) => (
            <FaceResult
              key={one.face.id}
              face={one.face}
              photo={photo}
              image={state.data.imageSize}
              state={one.state}
              search={one.search}
              selection={selection}
              onName={(name) => {
                onName(one, name);
              }}
            />
          ))}
        </ul>
      )}
      {failed?.status === 'failed' && <FailureNotice failure={failed.failure} onRetry={search.retry} />}
      {left > 0 && (
        <Button onClick={search.searchRest}>
          Search {left === 1 ? 'one more face' : `${left} more faces`} ({calls(left)})
        </Button>
      )}
      {people.length > 0 && <RuleText search={faces.find((one) => one.search !== null)?.search ?? null} />}
    </div>
  );
}

/** The threshold of the search, and what it means. */
function RuleText({ search }: { readonly search: FaceSearch | null }): ReactElement | null {
  if (search === null) return null;
  const { threshold, strangerRate = 0 } = search;
  return (
    <p className="small muted">
      A face is found below a distance of {distanceText(threshold)}. With this gallery,{' '}
      {oneInText(strangerRate)} strangers would be mistaken for an enrolled person. There is no liveness
      check.
    </p>
  );
}

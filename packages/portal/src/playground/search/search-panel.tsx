import { useState, type ReactElement } from 'react';
import { ButtonLink } from '../../design/button.js';
import { EmptyState, Skeleton } from '../../design/states.js';
import { analysisRequest, placeholderImage, vectorRequest } from '../../analysis/request.js';
import { exchangeOf } from '../api/use-call.js';
import { PhotoStage } from '../canvas/photo-stage.js';
import { ResultTabs } from '../code/result-tabs.js';
import { useSlot } from '../faces/use-slot.js';
import { PhotoInput } from '../photo/photo-input.js';
import { usePlayground } from '../playground-state.js';
import { Found } from './found.js';
import type { Person } from './gallery.js';
import { GalleryPane } from './gallery-pane.js';
import { PersonPage } from './person-page.js';
import { storedVectorOf } from './stored-vector.js';
import { useEnrol, useGallery, type Enrol, type GalleryInUse } from './use-gallery.js';
import { usePhotoSearch, type SearchedFace } from './use-photo-search.js';

interface SearchPanelProps {
  /** The id of the person whose page it is; empty: the search. */
  readonly item: string;
}

/** Who is in a photo, among people that this browser knows. The service keeps nothing. */
export function SearchPanel({ item }: SearchPanelProps): ReactElement {
  const { email } = usePlayground();
  const gallery = useGallery(email);
  const enrol = useEnrol(gallery);
  const [keepPictures, setKeepPictures] = useState(false);
  const { people } = gallery;
  if (people === null)
    return (
      <div className="pg-panes">
        <Skeleton label="Reading the gallery" />
      </div>
    );
  const shared = { gallery, people, keepPictures, onEnrol: enrol };
  if (item === '') return <Search {...shared} onKeepPictures={setKeepPictures} />;
  const person = people.find(({ id }) => id === item);
  return (
    <div className="pg-panes pg-panes-person">
      {person === undefined ? (
        <EmptyState
          title="Nobody in the gallery has this address"
          actions={<ButtonLink href="#/playground/search">Open the gallery</ButtonLink>}
        />
      ) : (
        <PersonPage key={item} {...shared} person={person} />
      )}
    </div>
  );
}

interface SearchProps {
  readonly gallery: GalleryInUse;
  readonly people: readonly Person[];
  readonly keepPictures: boolean;
  readonly onKeepPictures: (keep: boolean) => void;
  readonly onEnrol: Enrol;
}

function Search({ gallery, people, keepPictures, onKeepPictures, onEnrol }: SearchProps): ReactElement {
  const slot = useSlot('first', { retryOnRateLimit: true });
  const { photo, picker, state, detection } = slot;
  const search = usePhotoSearch(photo, state, people);
  const named = search.faces.flatMap(({ face, search: of }) => {
    const person = of?.candidates.find(({ same }) => same)?.person;
    return person === undefined ? [] : [{ face, person }];
  });
  const image = photo?.source ?? placeholderImage('photo.jpg');

  async function enrolFace({ face, vector }: SearchedFace, name: string): Promise<void> {
    if (photo === null || detection === null) return;
    const stored = await storedVectorOf(
      { photo, box: face.box, image: detection.imageSize, vector: vector.vector, model: vector.model },
      keepPictures,
    );
    await onEnrol([{ name, vectors: [stored] }]);
  }

  return (
    <div className="pg-panes pg-panes-search">
      <div className="pg-side pg-input-side">
        <GalleryPane
          gallery={gallery}
          people={people}
          found={new Set(named.map(({ person }) => person.id))}
          keepPictures={keepPictures}
          onKeepPictures={onKeepPictures}
          onEnrol={onEnrol}
        />
      </div>
      <div className="pg-query">
        <PhotoInput label="Photo to search" picker={picker} photo={photo} takesPaste />
        <PhotoStage
          slot={slot}
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
                slot={slot}
                people={people}
                search={search}
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

import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { FileButton } from '../../design/file-button.js';
import { Notice } from '../../design/states.js';
import { useToast } from '../../design/toast.js';
import { calls } from '../../app/format.js';
import { analysisRequest, placeholderImage, requestKey } from '../../analysis/request.js';
import { fetchSample } from '../photo/sample-facts.js';
import { useDrop } from '../photo/drop-and-paste.js';
import { FailureNotice } from '../states/failure-notice.js';
import { usePlayground } from '../playground-state.js';
import { demoPeople, MAX_DEMO_PHOTOS } from './demo-gallery.js';
import { EnrolDialog } from './enrol-dialog.js';
import { FolderDialog } from './folder-dialog.js';
import type { Person } from './gallery.js';
import { GalleryTools } from './gallery-tools.js';
import { filesOfInput, filesOfTransfer, peopleOf, type PersonFiles } from './people-files.js';
import { PeopleList } from './people-list.js';
import { SeriesProgress, usePhotoSeries } from './photo-series.js';
import { storedVectorOf } from './stored-vector.js';
import type { Enrol, GalleryInUse } from './use-gallery.js';

interface GalleryPaneProps {
  readonly gallery: GalleryInUse;
  readonly people: readonly Person[];
  /** The people who were found in the photo. */
  readonly found: ReadonlySet<string>;
  readonly keepPictures: boolean;
  readonly onKeepPictures: (keep: boolean) => void;
  readonly onEnrol: Enrol;
}

/** Who is enrolled, and every way to enrol more: by hand, a dropped folder, or the demo. */
export function GalleryPane(props: GalleryPaneProps): ReactElement {
  const { gallery, people, found, keepPictures, onKeepPictures, onEnrol } = props;
  const toast = useToast();
  const [enrolling, setEnrolling] = useState(false);
  const [given, setGiven] = useState<readonly PersonFiles[] | null>(null);
  const [over, dropHandlers] = useDrop((data) => {
    void filesOfTransfer(data).then((files) => {
      setGiven(peopleOf(files));
    });
  });
  return (
    <div className={`pg-gallery${over ? ' pg-input-over' : ''}`} {...dropHandlers}>
      <div className="pg-input-head">
        <h2 className="pg-input-title">{people.length === 0 ? 'Gallery' : `Gallery (${people.length})`}</h2>
        <span className="small muted">in this browser</span>
      </div>
      {gallery.problem !== null && (
        <Notice tone="warn" announce>
          <p>{gallery.problem}</p>
        </Notice>
      )}
      <div className="pg-ways">
        <Button
          look={people.length === 0 ? 'secondary' : 'primary'}
          onClick={() => {
            setEnrolling(true);
          }}
        >
          Enrol a person
        </Button>
        <FileButton
          folders
          label="Folder of photos to enrol"
          onFiles={(files) => {
            setGiven(peopleOf(filesOfInput(files)));
          }}
        >
          Folder
        </FileButton>
      </div>
      {people.length === 0 ? (
        <EmptyGallery onEnrol={onEnrol} />
      ) : (
        <PeopleList
          people={people}
          found={found}
          onRename={(person, name) => void gallery.put([{ ...person, name }])}
          onRemove={(person) => {
            void gallery.remove(person.id).then(() => {
              toast(`${person.name} was removed from this browser.`, {
                label: 'Undo',
                run: () => void gallery.put([person]),
              });
            });
          }}
        />
      )}
      <label className="pg-check small">
        <input
          type="checkbox"
          checked={keepPictures}
          onChange={(event) => {
            onKeepPictures(event.target.checked);
          }}
        />
        Keep a small picture of each face
      </label>
      <GalleryTools
        people={people}
        onImport={async (imported) =>
          (await onEnrol(imported)) ? null : 'Nobody was imported: the file is empty or has too many people.'
        }
        onClear={gallery.clear}
      />
      <EnrolDialog
        open={enrolling}
        onClose={() => {
          setEnrolling(false);
        }}
        people={people}
        keepPictures={keepPictures}
        onEnrol={onEnrol}
      />
      <FolderDialog
        people={given}
        onClose={() => {
          setGiven(null);
        }}
        keepPictures={keepPictures}
        onEnrol={onEnrol}
      />
    </div>
  );
}

function EmptyGallery({ onEnrol }: { readonly onEnrol: Enrol }): ReactElement {
  const { samples, cache } = usePlayground();
  const series = usePhotoSeries();
  const paths = samples.slice(0, MAX_DEMO_PHOTOS);
  // The same photo under the same id may have been analysed in another view.
  const cost = paths.filter(
    (path) => cache.get(requestKey(analysisRequest({ ...placeholderImage(path) }))) === undefined,
  ).length;

  async function fill(): Promise<void> {
    const analysed = await series.analyse(paths.map((path) => () => fetchSample(path)));
    const people = demoPeople(analysed);
    await onEnrol(
      await Promise.all(
        people.map(async ({ name, face }) => ({ name, vectors: [await storedVectorOf(face, true)] })),
      ),
    );
  }
  return (
    <div className="pg-gallery-empty">
      <p className="muted">
        Nobody is enrolled yet. Drop a folder of photos here, or start with the samples.
      </p>
      {paths.length > 0 && (
        <Button look="primary" busy={series.progress !== null} onClick={() => void fill()}>
          Load the demo gallery ({cost === 0 ? 'no calls' : calls(cost)})
        </Button>
      )}
      {series.progress !== null && <SeriesProgress progress={series.progress} />}
      {series.failure !== null && <FailureNotice failure={series.failure} onRetry={() => void fill()} />}
    </div>
  );
}

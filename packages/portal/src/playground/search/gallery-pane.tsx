import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { CheckField } from '../../design/field.js';
import { FileButton } from '../../design/file-button.js';
import { Notice } from '../../design/states.js';
import type { Photo } from '../photo/photo.js';
import { useDrop } from '../photo/drop-and-paste.js';
import { EmptyGallery, PhotosToSearch } from './empty-gallery.js';
import { EnrolDialog } from './enrol-dialog.js';
import { FolderDialog } from './folder-dialog.js';
import type { Person } from './gallery.js';
import { GalleryTools } from './gallery-tools.js';
import { filesOfInput, filesOfTransfer, peopleOf, type PersonFiles } from './people-files.js';
import { PeopleList } from './people-list.js';
import { useUndoableChange, type Enrol, type GalleryInUse } from './use-gallery.js';

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
  const changeUndoably = useUndoableChange(gallery);
  const [enrolling, setEnrolling] = useState(false);
  const [toSearch, setToSearch] = useState<readonly Photo[]>([]);
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
      {people.length > 0 && toSearch.length > 0 && <PhotosToSearch photos={toSearch} />}
      {people.length === 0 ? (
        <EmptyGallery onEnrol={onEnrol} onFilled={setToSearch} />
      ) : (
        <PeopleList
          people={people}
          found={found}
          onRename={(person, name) =>
            void changeUndoably(`${person.name} is now ${name}.`, [{ ...person, name }])
          }
          onRemove={(person) =>
            void changeUndoably(`${person.name} was removed from this browser.`, [], [person.id])
          }
        />
      )}
      <CheckField small checked={keepPictures} onChange={onKeepPictures}>
        Keep a small picture of each face
      </CheckField>
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

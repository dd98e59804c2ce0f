import { useState, type ReactElement } from 'react';
import { FileButton } from '../../design/file-button.js';
import { MarkOutline } from '../../design/mark.js';
import { Notice } from '../../design/states.js';
import { useDrop } from '../photo/drop-and-paste.js';
import {
  filesOfInput,
  filesOfTransfer,
  isPicture,
  MAX_FILES,
  type FileAtPath,
} from '../search/people-files.js';
import type { FaceSource } from './face-source.js';
import type { FolderPhoto } from './sorting.js';

interface GiveFolderProps {
  readonly source: FaceSource;
  readonly onPhotos: (photos: readonly FolderPhoto[]) => void;
}

/** Where a folder is dropped or chosen; nothing is sent yet. */
export function GiveFolder({ source, onPhotos }: GiveFolderProps): ReactElement {
  const [isEmpty, setEmpty] = useState(false);
  const take = (files: readonly FileAtPath[]): void => {
    const photos = photosOf(files);
    setEmpty(photos.length === 0);
    if (photos.length > 0) onPhotos(photos);
  };
  const [over, dropHandlers] = useDrop((data) => {
    void filesOfTransfer(data).then(take);
  });
  return (
    <div className="pg-place sort-drop" data-over={over} {...dropHandlers}>
      <div className="pg-invitation">
        <MarkOutline />
        <h2 className="pg-invitation-title">Sort photos by person</h2>
        <p className="muted sort-text">
          Drop a folder here, or choose one. The faces in it gather into groups, one for each person. Name a
          group once, and take the result as your gallery or as a table.
        </p>
        <div className="row">
          <FileButton
            folders
            look="primary"
            label="Folder of photos to sort"
            onFiles={(files) => {
              take(filesOfInput(files));
            }}
          >
            Choose a folder
          </FileButton>
          <FileButton
            multiple
            accept="image/*"
            label="Photos to sort"
            onFiles={(files) => {
              take(filesOfInput(files));
            }}
          >
            Choose photos
          </FileButton>
        </div>
        {isEmpty && (
          <Notice tone="warn" announce>
            <p>There is no photo in it.</p>
          </Notice>
        )}
        <p className="small muted sort-text">
          Up to {MAX_FILES} photos, {source.callsPerPhoto === 1 ? 'one call' : 'no calls'} each; you see the
          number before anything is sent. The photos are analysed and not stored; the faces are in this page
          alone, and gone when you close it.
        </p>
      </div>
    </div>
  );
}

/** The pictures among files, each once. */
export function photosOf(files: readonly FileAtPath[]): FolderPhoto[] {
  const byPath = new Map(files.filter(isPicture).map((photo) => [photo.path, photo]));
  return [...byPath.values()];
}

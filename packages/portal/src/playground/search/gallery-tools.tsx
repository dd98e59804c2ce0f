import { useState, type ReactElement } from 'react';
import { FormDialog } from '../../app/form-dialog.js';
import { download } from '../../app/download.js';
import { byteSizeText } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { FileButton } from '../../design/file-button.js';
import { Notice } from '../../design/states.js';
import { useToast } from '../../design/toast.js';
import type { Person } from './gallery.js';
import {
  MAX_FILE_BYTES,
  NotAGallery,
  readGalleryFile,
  writeGalleryFile,
  type ImportedPerson,
} from './gallery-file.js';

interface GalleryToolsProps {
  readonly people: readonly Person[];
  /** Returns null when done, or the reason why not as a message. */
  readonly onImport: (people: readonly ImportedPerson[]) => Promise<string | null>;
  readonly onClear: () => Promise<void>;
}

/** Exporting the gallery, importing one, and deleting it. */
export function GalleryTools({ people, onImport, onClear }: GalleryToolsProps): ReactElement {
  const toast = useToast();
  const [rejection, setRejection] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);

  async function takeFile(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const read = await readFile(file);
    setRejection('rejection' in read ? read.rejection : await onImport(read.people));
  }

  return (
    <div className="stack">
      <div className="row">
        <Button
          small
          look="quiet"
          disabled={people.length === 0}
          onClick={() => {
            offerDownload(people);
          }}
        >
          Export
        </Button>
        <FileButton
          small
          look="quiet"
          label="Gallery file to import"
          accept="application/json,.json"
          onFiles={([file]) => void takeFile(file)}
        >
          Import
        </FileButton>
        <Button
          small
          look="quiet"
          disabled={people.length === 0}
          onClick={() => {
            setConfirming(true);
          }}
        >
          Delete all
        </Button>
      </div>
      {rejection !== null && (
        <Notice tone="danger" announce title="Nothing was imported">
          <p>{rejection}</p>
        </Notice>
      )}
      <FormDialog
        open={confirming}
        danger
        title="Delete everyone?"
        button="Delete all"
        work={async () => {
          await onClear();
          toast('Everyone was deleted from this browser.');
        }}
        onClose={() => {
          setConfirming(false);
        }}
      >
        <p>
          The names, vectors and pictures of all people in this browser are deleted. This cannot be undone.
        </p>
      </FormDialog>
    </div>
  );
}

async function readFile(file: File): Promise<{ people: ImportedPerson[] } | { rejection: string }> {
  if (file.size > MAX_FILE_BYTES) {
    return {
      rejection: `The file is ${byteSizeText(file.size)}; the limit is ${byteSizeText(MAX_FILE_BYTES)}.`,
    };
  }
  try {
    return { people: readGalleryFile(await file.text()) };
  } catch (thrown) {
    return { rejection: thrown instanceof NotAGallery ? thrown.message : 'The file cannot be read.' };
  }
}

const offerDownload = (people: readonly Person[]): void => {
  download(
    new Blob([writeGalleryFile(people, new Date())], { type: 'application/json' }),
    'facet-people.json',
  );
};

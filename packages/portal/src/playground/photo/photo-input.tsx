import { useId, useRef, useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Notice } from '../../design/notice.js';
import { useWorkbench } from '../workbench.js';
import { byteSizeText } from './byte-size.js';
import { CameraDialog } from './camera.js';
import { collectFiles, collectTransfer, type Collected } from './collect.js';
import type { Photo } from './photo.js';
import { Samples } from './samples.js';
import { UrlForm } from './url-form.js';
import { useDrop } from './use-drop.js';
import { usePaste } from './use-paste.js';

interface PhotoInputProps {
  /** What the photo is for: "Photo", "First photo". */
  readonly label: string;
  readonly onPhotos: (photos: readonly Photo[]) => void;
  /** How many photos are taken at once. */
  readonly most?: number;
  /** Whether a paste on the page is meant for this one. */
  readonly takesPaste: boolean;
}

/** Every way to give a photo: drop, paste, choose, photograph, an address, or a sample. */
export function PhotoInput({ label, onPhotos, most = 1, takesPaste }: PhotoInputProps): ReactElement {
  const { maxImageBytes } = useWorkbench();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [cameraOpen, setCameraOpen] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const labelId = useId();

  const take = ({ photos, refusal: words }: Collected): void => {
    setRefusal(words);
    if (photos.length > 0) onPhotos(photos);
  };
  const takeOne = (photo: Photo): void => {
    take({ photos: [photo], refusal: null });
  };
  const takeTransfer = (data: DataTransfer): void => {
    take(collectTransfer(data, most, maxImageBytes));
  };
  const [over, dropHandlers] = useDrop(takeTransfer);
  usePaste(takesPaste, takeTransfer);

  return (
    <div
      className={`pg-input${over ? ' pg-input-over' : ''}`}
      role="group"
      aria-labelledby={labelId}
      {...dropHandlers}
    >
      <p className="pg-input-title" id={labelId}>
        {label}
      </p>
      <p className="muted small">
        Drop {most === 1 ? 'a photo' : 'photos'} here, or paste {most === 1 ? 'it' : 'them'}
        {takesPaste ? ' with Ctrl V' : ''}. JPEG or PNG, up to {byteSizeText(maxImageBytes)}.
      </p>
      <div className="row">
        <Button look="primary" onClick={() => picker.current?.click()}>
          {most === 1 ? 'Choose a photo' : 'Choose photos'}
        </Button>
        <Button
          onClick={() => {
            setCameraOpen(true);
          }}
        >
          Use the camera
        </Button>
        <input
          ref={picker}
          className="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label={`${label}: file`}
          accept="image/jpeg,image/png,image/*"
          multiple={most > 1}
          onChange={(event) => {
            take(collectFiles([...(event.target.files ?? [])], most, maxImageBytes));
            // So that the same file can be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      {refusal !== null && (
        <Notice tone="danger" announce>
          <p>{refusal}</p>
        </Notice>
      )}
      <UrlForm onPhoto={takeOne} />
      <Samples onPhoto={takeOne} onRefusal={setRefusal} />
      <CameraDialog
        open={cameraOpen}
        onPhoto={takeOne}
        onClose={() => {
          setCameraOpen(false);
        }}
      />
    </div>
  );
}

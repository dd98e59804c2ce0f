import { useId, useState, type ReactElement } from 'react';
import { Button, Spinner } from '../../design/button.js';
import { FileButton } from '../../design/file-button.js';
import { Field } from '../../design/field.js';
import { Notice } from '../../design/states.js';
import { usePlayground } from '../playground-state.js';
import { CameraDialog } from './camera.js';
import { useDrop, usePaste } from './drop-and-paste.js';
import { urlPhoto, type Photo } from './photo.js';
import { checkUrl } from './prepare-file.js';
import { Samples } from './samples.js';
import type { PhotoPicker } from './use-photo-picker.js';

interface PhotoInputProps {
  /** What the photo is for: "Photo", "First photo". */
  readonly label: string;
  readonly picker: PhotoPicker;
  /** The current photo; another one replaces it. */
  readonly photo?: Photo | null;
  readonly several?: boolean;
  /** For two inputs side by side: the URL field is collapsed. */
  readonly compact?: boolean;
  /** Whether a paste on the page is meant for this one. */
  readonly takesPaste: boolean;
}

/** Every way to choose a photo: drop, paste, file, camera, URL, or sample. */
export function PhotoInput(props: PhotoInputProps): ReactElement {
  const { label, picker, photo = null, several = false, compact = false, takesPaste } = props;
  const [cameraOpen, setCameraOpen] = useState(false);
  const labelId = useId();
  // Trial calls take no image URLs.
  const isLoggedIn = usePlayground().apiKey !== null;
  const [over, dropHandlers] = useDrop(picker.takeTransfer);
  usePaste(takesPaste, picker.takeTransfer);
  return (
    <div
      className={`pg-input${compact ? ' pg-input-compact' : ''}${over ? ' pg-input-over' : ''}`}
      role="group"
      aria-labelledby={labelId}
      {...dropHandlers}
    >
      <div className="pg-input-head">
        <h2 className="pg-input-title" id={labelId}>
          {label}
        </h2>
        {photo !== null && <PhotoName photo={photo} />}
      </div>
      <div className="pg-ways">
        <FileButton
          look="primary"
          label={`${label}: file`}
          accept="image/*"
          multiple={several}
          onFiles={picker.takeFiles}
        >
          {picker.preparing && <Spinner />}
          {several ? 'Choose photos' : 'Choose photo'}
        </FileButton>
        <Button
          onClick={() => {
            setCameraOpen(true);
          }}
        >
          Camera
        </Button>
      </div>
      <p className="pg-ways-hint muted small">
        {several ? 'Or drop them here' : 'Or drop it here'}
        {takesPaste ? ', or paste with Ctrl+V' : ''}.
      </p>
      {picker.rejection !== null && (
        <Notice tone="danger" announce>
          <p>{picker.rejection}</p>
        </Notice>
      )}
      {isLoggedIn && compact && (
        <details className="pg-more">
          <summary>Image URL</summary>
          <UrlForm onPhoto={picker.takePhoto} />
        </details>
      )}
      {isLoggedIn && !compact && <UrlForm onPhoto={picker.takePhoto} />}
      <Samples onPhoto={picker.takePhoto} onRejection={picker.reject} />
      <CameraDialog
        open={cameraOpen}
        onClose={() => {
          setCameraOpen(false);
        }}
        onPhoto={picker.takePhoto}
      />
    </div>
  );
}

const PhotoName = ({ photo }: { readonly photo: Photo }): ReactElement => (
  <p className="pg-photo-name small muted">
    {photo.name}
    {photo.note !== undefined && <span> ({photo.note})</span>}
  </p>
);

/** The URL of a photo that the service is to fetch. */
function UrlForm({ onPhoto }: { readonly onPhoto: (photo: Photo) => void }): ReactElement {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      className="pg-url"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const checked = checkUrl(text);
        if ('rejection' in checked) setError(checked.rejection);
        else onPhoto(urlPhoto(checked.url));
      }}
    >
      <Field
        label="Image URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={text}
        error={error}
        onChange={(typed) => {
          setText(typed);
          setError(undefined);
        }}
      />
      <Button type="submit">Load</Button>
    </form>
  );
}

import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { checkUrl } from './check-file.js';
import { urlPhoto, type Photo } from './photo.js';

/** The URL of a photo that the service is to fetch. */
export function UrlForm({ onPhoto }: { readonly onPhoto: (photo: Photo) => void }): ReactElement {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      className="pg-url"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const checked = checkUrl(text);
        if ('refusal' in checked) setError(checked.refusal);
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
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit">Load</Button>
    </form>
  );
}

import { useState, type ReactElement } from 'react';
import { Button } from '../design/button.js';
import { Field, SelectField } from '../design/field.js';
import { PhotoInput } from '../playground/photo/photo-input.js';
import type { Photo } from '../playground/photo/photo.js';
import { useLoadPicture, useObjectUrl, useShownBytes } from '../playground/photo/pictures.js';
import { usePhotoPicker } from '../playground/photo/use-photo-picker.js';
import { usePlayground, type SlotName } from '../playground/playground-state.js';
import type { FormField } from './try-form.js';

/** The photos that the views share, for the fields of a form. */
export function useFirstPhotos(names: readonly string[]): Readonly<Record<string, Photo | null>> {
  const { slots } = usePlayground();
  return Object.fromEntries(names.map((name, n) => [name, n === 0 ? slots.first.photo : slots.second.photo]));
}

interface PhotoFieldProps {
  readonly name: string;
  readonly slot: SlotName;
  readonly photo: Photo | null;
  readonly takesPaste: boolean;
  readonly fault: string | undefined;
  readonly onPhoto: (photo: Photo | null) => void;
}

/** A photo of the request, which the other views then have too. */
export function PhotoField({ name, slot, photo, takesPaste, fault, onPhoto }: PhotoFieldProps): ReactElement {
  const { setPhoto } = usePlayground();
  const load = useLoadPicture();
  const picker = usePhotoPicker(([given]) => {
    if (given === undefined) return;
    if (given.source.kind === 'url') load(given.source.url);
    setPhoto(slot, given);
    onPhoto(given);
  });
  return (
    <div className="try-photo">
      {photo !== null && (
        <div className="try-photo-chosen">
          <Preview photo={photo} />
          <Button
            small
            aria-label={`Remove the photo of ${name}`}
            onClick={() => {
              onPhoto(null);
            }}
          >
            Remove
          </Button>
        </div>
      )}
      <PhotoInput label={name} picker={picker} photo={photo} compact takesPaste={takesPaste} />
      {fault !== undefined && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function Preview({ photo }: { readonly photo: Photo }): ReactElement | null {
  const url = useObjectUrl(useShownBytes(photo));
  return url === null ? null : <img src={url} alt={`The chosen photo, ${photo.name}`} />;
}

interface TryFieldsProps {
  readonly fields: readonly FormField[];
  readonly values: Readonly<Record<string, string>>;
  readonly faults: Readonly<Record<string, string>>;
  readonly onChange: (name: string, value: string) => void;
}

/** The required fields, and the others on demand. */
export function TryFields({ fields, ...rest }: TryFieldsProps): ReactElement {
  const optional = fields.filter(({ isRequired }) => !isRequired);
  const [open, setOpen] = useState(false);
  const hasFault = optional.some(({ name }) => rest.faults[name] !== undefined);
  return (
    <>
      <FieldList {...rest} fields={fields.filter(({ isRequired }) => isRequired)} />
      {optional.length > 0 && (
        <details
          className="try-optional"
          open={open || hasFault}
          onToggle={(event) => {
            setOpen(event.currentTarget.open);
          }}
        >
          <summary>Optional parameters ({optional.length})</summary>
          <FieldList {...rest} fields={optional} />
        </details>
      )}
    </>
  );
}

function FieldList({ fields, values, faults, onChange }: TryFieldsProps): ReactElement | null {
  if (fields.length === 0) return null;
  return (
    <div className="try-fields">
      {fields.map(({ name, kind, choices, example, isRequired }) => {
        const common = {
          label: name,
          value: values[name] ?? '',
          error: faults[name],
          onChange: (value: string) => {
            onChange(name, value);
          },
        };
        return kind === 'choice' ? (
          <SelectField
            key={name}
            {...common}
            options={choices.map((choice, n) => ({
              value: n === 0 ? '' : choice,
              text: choice === '' ? 'not set' : choice,
            }))}
          />
        ) : (
          <Field
            key={name}
            {...common}
            literal
            required={isRequired}
            inputMode={kind === 'number' ? 'decimal' : undefined}
            placeholder={example}
          />
        );
      })}
    </div>
  );
}

import type { PersonFields } from '@facet/client';
import type { ReactElement } from 'react';
import { Field } from '../design/field.js';
import { endOfDay, lastDayProblem } from './words.js';

const MAX_TEXT = 200;

/** What is typed about a person. */
export interface Details {
  readonly name: string;
  readonly consent: string;
  /** The last day on which the person is kept. */
  readonly lastDay: string;
}

export const NO_DETAILS: Details = { name: '', consent: '', lastDay: '' };

/** What has changed, as the service takes it: an empty field removes what was there. */
export function changesOf(before: Details, after: Details): PersonFields {
  const text = (value: string): string | null => (value.trim() === '' ? null : value.trim());
  return {
    ...(after.name !== before.name && { displayName: text(after.name) }),
    ...(after.consent !== before.consent && { consent: text(after.consent) }),
    ...(after.lastDay !== before.lastDay && { expiresAt: endOfDay(after.lastDay) }),
  };
}

interface DetailFieldsProps {
  readonly details: Details;
  readonly onChange: (details: Details) => void;
  /** Shown after the name. */
  readonly children?: ReactElement;
}

export function DetailFields({ details, onChange, children }: DetailFieldsProps): ReactElement {
  return (
    <>
      <Field
        label="Name"
        name="name"
        hint="Shown in results. Optional."
        value={details.name}
        maxLength={MAX_TEXT}
        autoComplete="off"
        onChange={(name) => {
          onChange({ ...details, name });
        }}
      />
      {children}
      <Field
        label="Consent"
        name="consent"
        hint="Where the consent is recorded, such as form 2026-117. Optional."
        value={details.consent}
        maxLength={MAX_TEXT}
        autoComplete="off"
        onChange={(consent) => {
          onChange({ ...details, consent });
        }}
      />
      <Field
        label="Keep until"
        name="lastDay"
        type="date"
        hint="The person is deleted at the end of this day. Optional."
        value={details.lastDay}
        error={lastDayProblem(details.lastDay)}
        onChange={(lastDay) => {
          onChange({ ...details, lastDay });
        }}
      />
    </>
  );
}

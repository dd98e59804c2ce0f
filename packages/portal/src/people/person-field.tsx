import type { Person } from '@facet/client';
import { useEffect, useId, useState, type ReactElement, type ReactNode } from 'react';
import { Field } from '../design/field.js';
import { isId, MAX_ID_LENGTH } from './ids.js';
import { useCollections } from './use-collections.js';

const SUGGESTED = 20;
/** While somebody types, nothing is requested: the rate of the plan applies to it. */
const TYPING_MS = 300;

interface PersonFieldProps {
  readonly collection: string;
  /** Who is not to be suggested. */
  readonly except: string;
  readonly hint: string;
  readonly error: ReactNode;
}

/** The id of another person of the collection, as the field `other` of a form, with suggestions by its beginning. */
export function PersonField(props: PersonFieldProps): ReactElement {
  const { collection, except, hint, error } = props;
  const [value, setValue] = useState('');
  const list = useId();
  const call = useCollections();
  const [people, setPeople] = useState<readonly Person[]>([]);
  useEffect(() => {
    if (value !== '' && !isId(value)) return undefined;
    const used = { current: true };
    const timer = setTimeout(() => {
      call((collections) => collections.listPeople(collection, { prefix: value, limit: SUGGESTED })).then(
        (page) => {
          if (used.current) setPeople(page.people.filter(({ id }) => id !== except));
        },
        // An id can be typed without suggestions too.
        () => undefined,
      );
    }, TYPING_MS);
    return () => {
      used.current = false;
      clearTimeout(timer);
    };
  }, [call, collection, except, value]);
  return (
    <>
      <Field
        literal
        label="Id of the other person"
        name="other"
        list={list}
        hint={hint}
        maxLength={MAX_ID_LENGTH}
        value={value}
        error={error}
        onChange={setValue}
      />
      <datalist id={list}>
        {people.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName ?? id}
          </option>
        ))}
      </datalist>
    </>
  );
}

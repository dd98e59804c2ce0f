import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Dialog, DialogActions } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { cleanName, MOST_NAME_LENGTH, sameName, type Person } from './gallery.js';

interface PeopleListProps {
  readonly people: readonly Person[];
  readonly onRename: (person: Person, name: string) => void;
  readonly onRemove: (person: Person) => void;
}

/** Who is enrolled in this browser. */
export function PeopleList({ people, onRename, onRemove }: PeopleListProps): ReactElement {
  const [renamed, setRenamed] = useState<Person | null>(null);
  return (
    <>
      <ul className="pg-people" aria-label="Enrolled people">
        {people.map((person) => (
          <li key={person.id}>
            <Avatar person={person} />
            <span className="pg-row-text">
              <strong>{person.name}</strong>
              <span className="small muted">{templatesText(person.templates.length)}</span>
            </span>
            <span className="row">
              <Button
                small
                look="quiet"
                aria-label={`Rename ${person.name}`}
                onClick={() => {
                  setRenamed(person);
                }}
              >
                Rename
              </Button>
              <Button
                small
                look="quiet"
                aria-label={`Remove ${person.name}`}
                onClick={() => {
                  onRemove(person);
                }}
              >
                Remove
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <Dialog
        open={renamed !== null}
        title="Rename"
        onClose={() => {
          setRenamed(null);
        }}
      >
        {renamed !== null && (
          <RenameForm
            person={renamed}
            people={people}
            onDone={(name) => {
              if (name !== null) onRename(renamed, name);
              setRenamed(null);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

export function Avatar({ person }: { readonly person: Person }): ReactElement {
  const picture = person.templates.findLast(({ thumbnail }) => thumbnail !== undefined)?.thumbnail;
  return (
    <span className="pg-portrait pg-avatar" aria-hidden="true">
      {picture === undefined ? initial(person.name) : <img className="pg-thumbnail" src={picture} alt="" />}
    </span>
  );
}

/** The first letter as people see it, whatever it is made of. */
const initial = (name: string): string => {
  const [first] = new Intl.Segmenter().segment(name);
  return first?.segment.toUpperCase() ?? '';
};

interface RenameFormProps {
  readonly person: Person;
  readonly people: readonly Person[];
  readonly onDone: (name: string | null) => void;
}

function RenameForm({ person, people, onDone }: RenameFormProps): ReactElement {
  const [name, setName] = useState(person.name);
  const [error, setError] = useState<string | undefined>(undefined);
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const clean = cleanName(name);
        const taken = people.some((other) => other.id !== person.id && sameName(other.name, clean ?? ''));
        if (clean === null) setError('Type a name.');
        else if (taken) setError('Somebody else has this name already.');
        else onDone(clean);
      }}
    >
      <Field
        label="Name"
        value={name}
        maxLength={MOST_NAME_LENGTH}
        autoComplete="off"
        error={error}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
      />
      <DialogActions>
        <Button
          onClick={() => {
            onDone(null);
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary">
          Rename
        </Button>
      </DialogActions>
    </form>
  );
}

const templatesText = (count: number): string => (count === 1 ? 'one template' : `${count} templates`);

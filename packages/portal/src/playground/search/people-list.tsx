import { useState, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Dialog, DialogActions } from '../../design/dialog.js';
import { Field } from '../../design/field.js';
import { cleanName, MAX_NAME_LENGTH, photosText, sameName, type Person } from './gallery.js';

interface PeopleListProps {
  readonly people: readonly Person[];
  readonly onRename: (person: Person, name: string) => void;
  readonly onRemove: (person: Person) => void;
  /** The people who were found in the photo. */
  readonly found: ReadonlySet<string>;
}

/** Who is enrolled in this browser. */
export function PeopleList({ people, onRename, onRemove, found }: PeopleListProps): ReactElement {
  const [renamed, setRenamed] = useState<Person | null>(null);
  return (
    <>
      <ul className="pg-people" aria-label="Enrolled people">
        {people.map((person) => (
          <li key={person.id} data-found={found.has(person.id)}>
            <Avatar person={person} />
            <span className="pg-row-text">
              <strong>{person.name}</strong>
              <span className="small muted">{photosText(person.vectors.length)}</span>
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
                <PencilIcon />
              </Button>
              <Button
                small
                look="quiet"
                aria-label={`Remove ${person.name}`}
                onClick={() => {
                  onRemove(person);
                }}
              >
                <CrossIcon />
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

const PencilIcon = (): ReactElement => <Icon path="M4 13.5V16h2.5l8-8L12 5.5zM13 4.5 15.5 7" />;
const CrossIcon = (): ReactElement => <Icon path="M5 5l10 10M15 5L5 15" />;

const Icon = ({ path }: { readonly path: string }): ReactElement => (
  <svg
    viewBox="0 0 20 20"
    width="18"
    height="18"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

function Avatar({ person }: { readonly person: Person }): ReactElement {
  const picture = person.vectors.findLast(({ thumbnail }) => thumbnail !== undefined)?.thumbnail;
  return (
    <span className="pg-portrait pg-avatar" aria-hidden="true">
      {picture === undefined ? initial(person.name) : <img className="pg-thumbnail" src={picture} alt="" />}
    </span>
  );
}

/** The first letter as people see it, which may be several code points. */
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
        if (clean === null) setError('Enter a name.');
        else if (taken) setError('Another person already has this name.');
        else onDone(clean);
      }}
    >
      <Field
        label="Name"
        value={name}
        maxLength={MAX_NAME_LENGTH}
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

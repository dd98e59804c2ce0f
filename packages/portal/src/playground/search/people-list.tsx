import { useState, type ReactElement } from 'react';
import { photosText } from '../../app/format.js';
import { Button } from '../../design/button.js';
import { personPath, type Person } from './gallery.js';
import { NameDialog } from './name-dialog.js';

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
              <a href={`#${personPath(person)}`}>
                <strong>{person.name}</strong>
              </a>
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
      <NameDialog
        open={renamed !== null}
        title="Rename"
        button="Rename"
        name={renamed?.name ?? ''}
        others={people.filter((person) => person !== renamed)}
        onName={(name) => {
          if (renamed !== null) onRename(renamed, name);
        }}
        onClose={() => {
          setRenamed(null);
        }}
      />
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

export function Avatar({ person }: { readonly person: Person }): ReactElement {
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

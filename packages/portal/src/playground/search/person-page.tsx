import { useState, type ReactElement } from 'react';
import { date, facesText } from '../../app/format.js';
import { navigate } from '../../app/route.js';
import { Button } from '../../design/button.js';
import { randomId } from '../photo/photo.js';
import { EnrolDialog } from './enrol-dialog.js';
import { FaceGrid, toggled } from './face-grid.js';
import { personPath, withMovedFaces, withoutFaces, withVectors, type Person } from './gallery.js';
import { MergeDialog } from './merge-dialog.js';
import { NameDialog } from './name-dialog.js';
import { Avatar } from './people-list.js';
import { SelectionBar } from './selection-bar.js';
import { useUndoableChange, type Enrol, type GalleryInUse } from './use-gallery.js';
import './person.css';

interface PersonPageProps {
  readonly gallery: GalleryInUse;
  readonly people: readonly Person[];
  readonly person: Person;
  readonly keepPictures: boolean;
  readonly onEnrol: Enrol;
}

type Open = 'add' | 'rename' | 'merge' | 'new person' | null;

/** One person of the gallery: the faces, and what can be done with them. Everything can be undone. */
export function PersonPage({
  gallery,
  people,
  person,
  keepPictures,
  onEnrol,
}: PersonPageProps): ReactElement {
  const change = useUndoableChange(gallery);
  const [open, setOpen] = useState<Open>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const others = people.filter(({ id }) => id !== person.id);
  const { name, vectors } = person;
  const close = (): void => {
    setOpen(null);
  };
  const moveTo = (to: Person): void => {
    setSelected(new Set());
    void change(`${facesText(selected.size)} moved to ${to.name}.`, withMovedFaces(person, to, selected));
  };
  return (
    <div className="person">
      <a href="#/playground/search">Back to the gallery</a>
      <div className="person-head">
        <Avatar person={person} />
        <div>
          <h2>{name}</h2>
          <p className="small muted">{facesText(vectors.length)}, in this browser</p>
        </div>
        <div className="row">
          <OpenButton opens="add" look="primary" onOpen={setOpen}>
            Add photos
          </OpenButton>
          <OpenButton opens="rename" onOpen={setOpen}>
            Rename
          </OpenButton>
          {others.length > 0 && (
            <OpenButton opens="merge" onOpen={setOpen}>
              Merge
            </OpenButton>
          )}
          <Button
            small
            onClick={() => {
              navigate('/playground/search');
              void change(`${name} was removed from this browser.`, [], [person.id]);
            }}
          >
            Remove
          </Button>
        </div>
      </div>
      {vectors.length === 0 ? (
        <p>{name} has no face, and is not found. Add photos.</p>
      ) : (
        <FaceGrid
          label={`Faces of ${name}`}
          faces={vectors.map(({ thumbnail = null, addedAt }, n) => ({
            id: n,
            label: `Face ${n + 1}, added on ${date(addedAt)}`,
            thumbnail,
          }))}
          selected={selected}
          onToggle={(n) => {
            setSelected((before) => toggled(before, n));
          }}
        />
      )}
      <SelectionBar
        count={selected.size}
        newLabel="a new person"
        targets={others.map(({ id, name: label }) => ({ id, label }))}
        onMove={(id) => {
          const to = others.find((other) => other.id === id);
          if (to === undefined) setOpen('new person');
          else moveTo(to);
        }}
        onClear={() => {
          setSelected(new Set());
        }}
      >
        <Button
          small
          onClick={() => {
            setSelected(new Set());
            const removed = `${facesText(selected.size)} of ${name} removed.`;
            void change(removed, [withoutFaces(person, selected)]);
          }}
        >
          Remove
        </Button>
      </SelectionBar>
      <EnrolDialog
        open={open === 'add'}
        onClose={close}
        person={person}
        people={people}
        keepPictures={keepPictures}
        onEnrol={onEnrol}
      />
      <NameDialog
        open={open === 'rename'}
        title="Rename"
        button="Rename"
        name={name}
        others={others}
        onName={(given) => void change(`${name} is now ${given}.`, [{ ...person, name: given }])}
        onClose={close}
      />
      <NameDialog
        open={open === 'new person'}
        title="Who is it?"
        button="Move"
        others={people}
        onName={(given) => {
          moveTo({ id: randomId(), name: given, vectors: [] });
        }}
        onClose={close}
      />
      <MergeDialog
        open={open === 'merge'}
        name={name}
        others={others}
        onMerge={(into) => {
          const merged = withVectors([into], into.name, vectors, () => into.id);
          navigate(personPath(into));
          void change(`${name} is merged into ${into.name}.`, [merged], [person.id]);
        }}
        onClose={close}
      />
    </div>
  );
}

interface OpenButtonProps {
  readonly opens: Open;
  readonly look?: 'primary';
  readonly onOpen: (open: Open) => void;
  readonly children: string;
}

const OpenButton = ({ opens, look, onOpen, children }: OpenButtonProps): ReactElement => (
  <Button
    small
    {...(look !== undefined && { look })}
    onClick={() => {
      onOpen(opens);
    }}
  >
    {children}
  </Button>
);

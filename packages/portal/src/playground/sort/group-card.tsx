import { useRef, useState, type DragEvent, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { FaceGrid } from '../search/face-grid.js';
import { MAX_NAME_LENGTH } from '../search/gallery.js';
import type { SortedFace } from './groups.js';

const SHOWN_FACES = 12;

interface GroupCardProps {
  readonly name: string;
  /** The name, or "Group 3". */
  readonly label: string;
  readonly number: number;
  readonly faces: readonly SortedFace[];
  readonly selected: ReadonlySet<number>;
  /** Whether faces of other groups are dragged, which can be dropped here. */
  readonly isTarget: boolean;
  readonly onToggle: (face: number) => void;
  readonly onSelectAll: () => void;
  readonly onDragFace: (face: number, event: DragEvent) => void;
  readonly onDragGroup: (event: DragEvent) => void;
  readonly onDrop: () => void;
  readonly onName: (name: string, isNew: boolean) => void;
  readonly onNamed: () => void;
}

/** One person: the name, and the faces to select or drag to another group. */
export function GroupCard(props: GroupCardProps): ReactElement {
  const { name, label, number, faces, selected, isTarget, onNamed } = props;
  const [isWhole, setWhole] = useState(false);
  const [over, setOver] = useState(false);
  const before = useRef(name);
  const shown = isWhole ? faces : faces.slice(0, SHOWN_FACES);
  return (
    <li
      className="sort-group"
      data-over={isTarget && over}
      data-named={name.trim() !== ''}
      onDragOver={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (isTarget) props.onDrop();
      }}
    >
      <form
        className="sort-group-head"
        onSubmit={(event) => {
          event.preventDefault();
          onNamed();
        }}
      >
        <span
          className="sort-handle"
          draggable
          title="Drag onto another group to merge the two"
          aria-hidden="true"
          onDragStart={props.onDragGroup}
        >
          ⠿
        </span>
        <Field
          label={`Name of group ${number}`}
          labelLook="hidden"
          compact
          placeholder="Who is it?"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          value={name}
          onFocus={() => {
            before.current = name;
          }}
          onChange={(typed) => {
            props.onName(typed, name === before.current);
          }}
          onBlur={() => {
            if (name !== before.current) onNamed();
          }}
        />
        <Button small look="quiet" aria-label={`Select all of ${label}`} onClick={props.onSelectAll}>
          Select all
        </Button>
      </form>
      <FaceGrid
        label={`Faces of ${label}`}
        faces={shown.map(({ id, photo, thumbnail }) => ({ id, label: photo, thumbnail }))}
        selected={selected}
        onToggle={props.onToggle}
        onDragStart={props.onDragFace}
      />
      {faces.length > SHOWN_FACES && (
        <Button
          small
          look="quiet"
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole ? 'Show fewer' : `Show all ${faces.length}`}
        </Button>
      )}
    </li>
  );
}

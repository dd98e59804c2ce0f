import { useState, type DragEvent, type KeyboardEvent, type ReactElement } from 'react';

interface GridFace<Id> {
  readonly id: Id;
  /** What it is called for screen readers: "party/1.jpg". */
  readonly label: string;
  /** null: there is no picture of it. */
  readonly thumbnail: string | null;
}

interface FaceGridProps<Id> {
  readonly label: string;
  readonly faces: readonly GridFace<Id>[];
  readonly selected: ReadonlySet<Id>;
  readonly onToggle: (id: Id) => void;
  /** Faces can be dragged if it is given. */
  readonly onDragStart?: (id: Id, event: DragEvent) => void;
}

/** Small pictures of faces to select. One stop for Tab; arrows move between the faces, Space selects. */
export function FaceGrid<Id extends string | number>(props: FaceGridProps<Id>): ReactElement {
  const { label, faces, selected, onToggle, onDragStart } = props;
  const [active, setActive] = useState(0);
  const current = Math.min(active, faces.length - 1);

  function move(event: KeyboardEvent<HTMLUListElement>): void {
    const to = STEPS[event.key]?.(current, faces.length - 1);
    if (to === undefined) return;
    event.preventDefault();
    setActive(to);
    event.currentTarget.querySelectorAll<HTMLElement>('button')[to]?.focus();
  }

  return (
    <ul className="face-grid" aria-label={label} onKeyDown={move}>
      {faces.map(({ id, label: name, thumbnail }, n) => (
        <li key={id}>
          <button
            type="button"
            className="face-grid-face"
            aria-label={name}
            aria-pressed={selected.has(id)}
            tabIndex={n === current ? 0 : -1}
            title={name}
            draggable={onDragStart !== undefined}
            onDragStart={(event) => onDragStart?.(id, event)}
            onFocus={() => {
              setActive(n);
            }}
            onClick={() => {
              onToggle(id);
            }}
          >
            {thumbnail === null ? (
              <span aria-hidden="true">{n + 1}</span>
            ) : (
              <img src={thumbnail} alt="" draggable={false} />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** A copy of a set with an item added, or removed if it was there. */
export function toggled<Item>(set: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const copy = new Set(set);
  if (!copy.delete(item)) copy.add(item);
  return copy;
}

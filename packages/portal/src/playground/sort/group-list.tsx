import { useState, type DragEvent, type ReactElement } from 'react';
import { Button } from '../../design/button.js';
import { GroupCard } from './group-card.js';
import { groupName } from './groups.js';
import type { Sorting } from './sorting.js';

const PAGE = 30;

interface GroupListProps {
  readonly sorting: Sorting;
  readonly selected: ReadonlySet<number>;
  readonly onToggle: (face: number) => void;
  readonly onSelect: (faces: readonly number[]) => void;
  /** null: to a new group. */
  readonly onMove: (faces: readonly number[], to: string | null) => void;
  /** `isNew`: the first change of this name. */
  readonly onName: (group: string, name: string, isNew: boolean) => void;
  /** The name is complete. */
  readonly onNamed: (group: string) => void;
}

/** The groups, page by page: a group of its own for everybody who is seen once can make many. */
export function GroupList(props: GroupListProps): ReactElement {
  const { sorting, selected, onToggle, onSelect, onMove, onName, onNamed } = props;
  const [shown, setShown] = useState(PAGE);
  /** The faces that are dragged. */
  const [dragged, setDragged] = useState<readonly number[]>([]);
  const { groups } = sorting;
  const faceOf = new Map(sorting.faces.map((face) => [face.id, face]));

  function drag(faces: readonly number[], event: DragEvent): void {
    event.dataTransfer.effectAllowed = 'move';
    // Firefox drags nothing without data.
    event.dataTransfer.setData('text/plain', '');
    setDragged(faces);
  }
  const drop = (to: string | null) => (): void => {
    onMove(dragged, to);
    setDragged([]);
  };
  return (
    <div
      className="sort-groups"
      onDragEnd={() => {
        setDragged([]);
      }}
    >
      <ul className="sort-group-list" aria-label="Groups">
        {groups.slice(0, shown).map((group, n) => (
          <GroupCard
            key={group.id}
            name={group.name}
            label={groupName(group, n)}
            number={n + 1}
            faces={group.faces.flatMap((id) => faceOf.get(id) ?? [])}
            selected={selected}
            isTarget={dragged.length > 0 && !dragged.every((id) => group.faces.includes(id))}
            onToggle={onToggle}
            onSelectAll={() => {
              onSelect(group.faces);
            }}
            onDragFace={(id, event) => {
              drag(selected.has(id) ? [...selected] : [id], event);
            }}
            onDragGroup={(event) => {
              drag(group.faces, event);
            }}
            onDrop={drop(group.id)}
            onName={(name, isNew) => {
              onName(group.id, name, isNew);
            }}
            onNamed={() => {
              onNamed(group.id);
            }}
          />
        ))}
      </ul>
      {dragged.length > 0 && (
        <div className="sort-new" onDragOver={allowDrop} onDrop={drop(null)}>
          Drop here for a new group
        </div>
      )}
      {groups.length > shown && (
        <Button
          onClick={() => {
            setShown(shown + PAGE);
          }}
        >
          Show {Math.min(PAGE, groups.length - shown)} more groups
        </Button>
      )}
    </div>
  );
}

const allowDrop = (event: DragEvent): void => {
  event.preventDefault();
};

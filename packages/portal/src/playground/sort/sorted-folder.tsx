import { useState, type ReactElement } from 'react';
import { facesText } from '../../app/format.js';
import { useToast } from '../../design/toast.js';
import { randomId } from '../photo/photo.js';
import { usePlayground } from '../playground-state.js';
import { toggled } from '../search/face-grid.js';
import { SelectionBar } from '../search/selection-bar.js';
import type { FaceSource } from './face-source.js';
import { GroupList } from './group-list.js';
import { groupName, namesake } from './groups.js';
import { SortControls } from './sort-controls.js';
import { moveFaces, nameGroup, undo, type Sorting } from './sorting.js';
import { TakeResult } from './take-result.js';
import { useSortRun } from './use-sort-run.js';

interface SortedFolderProps {
  readonly sorting: Sorting;
  readonly source: FaceSource;
}

/** The folder: what is analysed and what that costs, the groups so far, and what to do with them. */
export function SortedFolder({ sorting, source }: SortedFolderProps): ReactElement {
  const { setSorting } = usePlayground();
  const toast = useToast();
  const run = useSortRun(source);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { groups } = sorting;
  const change = (after: (before: Sorting) => Sorting): void => {
    setSorting((before) => before && after(before));
  };
  const nameOf = (id: string): string => {
    const n = groups.findIndex((group) => group.id === id);
    const group = groups[n];
    return group === undefined ? 'a new group' : groupName(group, n);
  };

  function move(ids: readonly number[], to: string | null): void {
    if (ids.length === 0) return;
    const id = to ?? randomId();
    change((before) => moveFaces(before, ids, id));
    setSelected(new Set());
    toast(`${facesText(ids.length)} moved to ${nameOf(id)}.`);
  }

  return (
    <div className="sort">
      <SortControls
        sorting={sorting}
        source={source}
        run={run}
        onUndo={() => {
          setSelected(new Set());
          change(undo);
        }}
        onStartOver={() => {
          setSorting(() => null);
        }}
      />
      <GroupList
        sorting={sorting}
        selected={selected}
        onToggle={(id) => {
          setSelected((before) => toggled(before, id));
        }}
        onSelect={(ids) => {
          setSelected((before) => new Set([...before, ...ids]));
        }}
        onMove={move}
        onName={(id, name, isNew) => {
          change((before) => nameGroup(before, id, name, isNew));
        }}
        onNamed={(id) => {
          const same = namesake(groups, id);
          const own = groups.find((group) => group.id === id);
          if (same !== null && own !== undefined) move(own.faces, same.id);
        }}
      />
      <SelectionBar
        count={selected.size}
        newLabel="a new group"
        targets={groups.map((group, n) => ({ id: group.id, label: groupName(group, n) }))}
        onMove={(to) => {
          move([...selected], to);
        }}
        onClear={() => {
          setSelected(new Set());
        }}
      />
      {groups.length > 0 && run.progress === null && <TakeResult sorting={sorting} />}
    </div>
  );
}

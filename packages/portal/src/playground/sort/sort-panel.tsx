import type { ReactElement } from 'react';
import { usePlayground } from '../playground-state.js';
import { GiveFolder } from './give-folder.js';
import { useServiceSource } from './service-source.js';
import { SortedFolder } from './sorted-folder.js';
import { newSorting } from './sorting.js';
import './sort.css';

/** A folder of photos, sorted into people. */
export default function SortPanel(): ReactElement {
  const { sorting, setSorting } = usePlayground();
  const source = useServiceSource();
  return (
    <div className="pg-panes pg-panes-sort">
      {sorting === null ? (
        <GiveFolder
          source={source}
          onPhotos={(photos) => {
            setSorting(() => newSorting(photos));
          }}
        />
      ) : (
        <SortedFolder sorting={sorting} source={source} />
      )}
    </div>
  );
}

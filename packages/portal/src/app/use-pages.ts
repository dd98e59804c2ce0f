import { useState } from 'react';
import { useAction, type Action } from './use-action.js';

/** Items of a list that comes page by page. */
export interface Pages<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

export interface LoadedPages<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  /** Loads the next page. */
  readonly more: Action<[]>;
}

/** Adds page after page to the first, which is there already. */
export function usePages<Item>(
  first: Pages<Item>,
  load: (next: string | null) => Promise<Pages<Item>>,
): LoadedPages<Item> {
  const [later, setLater] = useState<readonly Item[]>([]);
  const [next, setNext] = useState(first.next);
  const more = useAction(async () => {
    const page = await load(next);
    setLater([...later, ...page.items]);
    setNext(page.next);
  });
  return { items: [...first.items, ...later], hasMore: next !== null, more };
}

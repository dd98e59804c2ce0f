import type { CollectionSearchResult } from '@facet/client';
import { useEffect, useState } from 'react';
import { failureOf, type Failure } from '../api/failure.js';
import type { Photo } from '../playground/photo/photo.js';
import { imageOf } from './face-to-enrol.js';
import { useCollections } from './use-collections.js';

type SearchState =
  | { readonly status: 'idle' }
  | { readonly status: 'running' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'done'; readonly result: CollectionSearchResult };

/** For each face; the nearest is the verdict. */
const MAX_MATCHES = 3;

/** Searches a collection for every face of the photo, in one call; another photo cancels the search. */
export function usePhotoSearch(collection: string, photo: Photo | null): readonly [SearchState, () => void] {
  const call = useCollections();
  const [state, setState] = useState<SearchState>({ status: 'idle' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (photo === null) {
      setState({ status: 'idle' });
      return undefined;
    }
    const controller = new AbortController();
    const { signal } = controller;
    setState({ status: 'running' });
    call((collections) =>
      collections.search(collection, imageOf(photo), { all: true, maxResults: MAX_MATCHES, signal }),
    ).then(
      (result) => {
        if (!signal.aborted) setState({ status: 'done', result });
      },
      (thrown: unknown) => {
        if (!signal.aborted) setState({ status: 'failed', failure: failureOf(thrown) });
      },
    );
    return () => {
      controller.abort();
    };
  }, [call, collection, photo, attempt]);
  return [
    state,
    () => {
      setAttempt((n) => n + 1);
    },
  ];
}

import {
  FacetClient,
  FacetServiceError,
  InputError,
  MalformedResponseError,
  TimeoutError,
  type Collections,
} from '@facet/client';
import { useCallback } from 'react';
import { noResponse } from '../api/call.js';
import { FailedCall, rejection, type Failure } from '../api/failure.js';
import { usePlayground } from '../playground/playground-state.js';

/** Works on the collections of the account, with its API key. Throws a FailedCall. */
type OnCollections = <Result>(work: (collections: Collections) => Promise<Result>) => Promise<Result>;

/** Stable as long as the API key is the same. */
export function useCollections(): OnCollections {
  const { apiKey, baseUrl } = usePlayground();
  return useCallback(
    async (work) => {
      if (apiKey === null || apiKey === '') throw new FailedCall(NO_API_KEY);
      try {
        return await work(new FacetClient({ baseUrl, apiKey }).collections);
      } catch (error) {
        throw new FailedCall(failureFrom(error));
      }
    },
    [apiKey, baseUrl],
  );
}

const NO_API_KEY: Failure = {
  kind: 'rejected',
  code: '4001',
  message: 'You have no API key. Create one under API keys, then try again.',
};

/** The failure for an error of the client; one that the client did not throw on purpose is a bug of this page. */
function failureFrom(error: unknown): Failure {
  if (error instanceof FacetServiceError) return rejection(error, error.httpStatus);
  if (error instanceof MalformedResponseError) return rejection(error, error.httpStatus ?? 0);
  if (error instanceof InputError) return { kind: 'rejected', message: error.message };
  return noResponse(error instanceof TimeoutError ? 'timeout' : 'unreachable');
}

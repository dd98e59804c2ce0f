import { test } from 'vitest';
import { startService, type StartedService } from './started-service.js';

/**
 * What is slow to start, for every file of a worker that asks for it in the same way: opened before the first test that
 * needs it, closed when vitest ends the worker. Files that share a thing must leave it as they found it for the others.
 */
export function sharedByFiles<Options, Thing>(
  open: (options: Options) => Promise<Thing>,
  close: (thing: Thing) => Promise<unknown>,
): (options: Options) => () => Thing {
  const inWorker = test.extend('opened', { scope: 'worker' }, ({}, { onCleanup }) => {
    const opened = new Map<string, Promise<Thing>>();
    onCleanup(async () => {
      for (const each of await Promise.allSettled(opened.values()))
        if (each.status === 'fulfilled') await close(each.value);
    });
    return opened;
  });
  return (options) => {
    let thing: { readonly opened: Thing } | undefined;
    inWorker.beforeAll(async ({ opened }) => {
      const key = JSON.stringify(options);
      const opening = opened.get(key) ?? open(options);
      opened.set(key, opening);
      thing = { opened: await opening };
    });
    return () => {
      if (thing === undefined) throw new Error('It is started before the first test, not earlier.');
      return thing.opened;
    };
  };
}

/** Of the demo account of the service below, which has no limits. */
export const SHARED_API_KEY = 'shared-service-user-id';

const useSharedService = sharedByFiles(
  () =>
    startService({
      apiKey: SHARED_API_KEY,
      // A busy machine takes its time.
      env: { FACET_WORKERS: '1', FACET_COLLECTIONS: '1', FACET_DEADLINE_MS: '120000' },
    }),
  (service) => service.stop(),
);

/** A service for files that make calls, have accounts and collections of their own, and change nothing else. */
export const useService = (): (() => StartedService) => useSharedService({});

import type { FastifyRequest } from 'fastify';
import { scopeOf } from '../http/plugins/request-scope.js';
import { queued } from '../http/queued.js';
import type { Admission } from '../work/admission.js';
import type { ImageFetcher } from './read-images.js';

/** The fetcher of a request. */
export type FetcherOf = (request: FastifyRequest) => ImageFetcher;

/** Queues fetches, and counts fetched bytes towards the memory limit like uploaded ones. */
export const queuedFetcher =
  (fetcher: ImageFetcher, fetches: Admission): FetcherOf =>
  (request) => ({
    fetch: (url, signal) =>
      queued(request, fetches, signal, ['wait to fetch', 'fetch image'], (runSignal) =>
        fetcher.fetch(url, runSignal, scopeOf(request).memory.take),
      ),
  });

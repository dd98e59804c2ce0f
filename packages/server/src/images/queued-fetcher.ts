import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../errors.js';
import { scopeOf } from '../http/plugins/request-scope.js';
import { queued } from '../http/queued.js';
import type { ServiceMetrics } from '../observe/service-metrics.js';
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

/** The same fetcher, with the duration and result of each fetch measured. */
export const measuredFetcher = (
  fetcher: ImageFetcher,
  metrics: Pick<ServiceMetrics, 'observeFetch'>,
): ImageFetcher => ({
  async fetch(url, signal, onBytes) {
    const began = performance.now();
    let result = 'ok';
    try {
      return await fetcher.fetch(url, signal, onBytes);
    } catch (error) {
      result = signal.aborted ? 'ended' : fetchResult(error);
      throw error;
    } finally {
      metrics.observeFetch(result, performance.now() - began);
    }
  },
});

/** One of a few values: never the host or its response. */
function fetchResult(error: unknown): string {
  if (!(error instanceof ServiceError)) return 'bug';
  const { reason } = error.details;
  return error.code === 'url-failed' && typeof reason === 'string' ? reason : error.code;
}

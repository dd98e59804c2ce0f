import { ServiceError } from '../errors.js';
import type { ServiceMetrics } from '../observe/service-metrics.js';
import type { ImageFetcher } from './read-images.js';

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

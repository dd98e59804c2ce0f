import { ServiceError } from '../errors.js';
import type { ImageFetcher } from '../input/fetch-image.js';
import type { ServiceMetrics } from './service-metrics.js';

/** The same fetcher, with the time and the outcome of each fetch. */
export const measuredFetcher = (fetcher: ImageFetcher, metrics: ServiceMetrics): ImageFetcher => ({
  async fetch(url, signal, onBytes) {
    const began = performance.now();
    let outcome = 'ok';
    try {
      return await fetcher.fetch(url, signal, onBytes);
    } catch (error) {
      outcome = signal.aborted ? 'ended' : outcomeOf(error);
      throw error;
    } finally {
      metrics.observeFetch(outcome, performance.now() - began);
    }
  },
});

/** A word from a short list: never the host or what it answered. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof ServiceError)) return 'bug';
  const { reason } = error.details;
  return error.code === 'url-failed' && typeof reason === 'string' ? reason : error.code;
}

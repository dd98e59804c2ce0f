import { EngineError } from '../../errors.js';

/** One way to get a file into the cache, with a name for messages. */
export interface Source {
  readonly name: string;
  readonly fetch: () => Promise<void>;
}

/** Tries the sources in order until one succeeds. If all fail, the error says how each one failed. */
export async function fromFirstSource(file: string, sources: readonly Source[]): Promise<void> {
  const failures: unknown[] = [];
  for (const source of sources) {
    try {
      await source.fetch();
      return;
    } catch (error) {
      failures.push(error);
    }
  }
  const [first] = failures;
  if (failures.length < 2) throw first;
  const reasons = sources.map(({ name }, n) => `${name}: ${reasonOf(failures[n])}`);
  const code = first instanceof EngineError ? first.code : 'model-fetch-failed';
  const details = first instanceof EngineError ? first.details : {};
  throw new EngineError(
    code,
    { ...details, file, sources: reasons.join('; ') },
    {
      message: `${file} could not be had from any of its sources; put it into a folder and set FACET_MODELS_DIR.\n  ${reasons.join('\n  ')}`,
      cause: first,
    },
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // fetch says only that it failed; its cause says why.
  const { cause } = error;
  return error.message === 'fetch failed' && cause instanceof Error ? cause.message : error.message;
}

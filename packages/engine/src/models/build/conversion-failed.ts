import { EngineError } from '../../errors.js';

/** A source file that holds something the converters do not know, or that is not what it claims to be. */
export function conversionFailed(reason: string): EngineError {
  return new EngineError(
    'model-build-failed',
    { reason },
    { message: `The source file cannot be converted: ${reason}.` },
  );
}

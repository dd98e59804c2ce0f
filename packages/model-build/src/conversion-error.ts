/**
 * A source file that holds something the converters do not support, or that is not what it claims to be.
 * Callers see it as the cause of an error that names the model: the engine's `ensureBuilt` wraps every failed build.
 */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}

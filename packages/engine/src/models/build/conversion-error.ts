/**
 * A source file that holds something the converters do not know, or that is not what it claims to be.
 * It never leaves this folder: `ensureBuilt` turns every failure of a build into an EngineError with the model's name.
 */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}

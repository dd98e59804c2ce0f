/**
 * Every error of the engine, in one place.
 * Callers switch on `code`; the message is one sentence that says what to do.
 */
const CATALOGUE = {
  'image-empty': 'The image is empty; send the bytes of an image file.',
  'image-format': 'The image format is not accepted; send JPEG, PNG, WebP or AVIF.',
  'image-unreadable': 'The image cannot be read; the file is damaged.',
  'image-truncated': 'The image ends too early; the file is cut off.',
  'image-too-many-bytes': 'The image file is larger than the byte limit.',
  'image-too-many-pixels': 'The image has more pixels than the limit.',
  'image-too-complex':
    'The image is built in a way that makes it too expensive to decode; scale it down or save it as a plain JPEG.',
  'image-decode-timeout': 'The image took too long to decode; scale it down or save it as a plain JPEG.',
  'image-decode-memory':
    'The image needed too much memory to decode; scale it down or save it as a plain JPEG.',
  'box-invalid': 'The box does not name a part of the image.',
  'no-face': 'No face detected.',
  'engine-busy': 'The engine is busy and its queue is full; try again shortly.',
  'engine-closed': 'The engine is closed.',
  'engine-worker-died': 'The worker that ran this call ended unexpectedly; the call may be repeated.',
  aborted: 'The call was cancelled.',
  'model-fetch-failed': 'A model file could not be fetched.',
  'model-missing': 'A model file is missing.',
  'model-corrupt': 'A model file does not have the expected content.',
  'model-build-failed': 'A model could not be built from its source file.',
  'browser-unsupported': 'This browser cannot analyse images: it needs WebAssembly with SIMD.',
  'telemetry-enabled':
    'The engine cannot be opened in this worker thread, because onnxruntime would send telemetry: import @facet/engine in the main thread first, or start the program with ORT_DISABLE_TELEMETRY=1.',
} as const;

export type EngineErrorCode = keyof typeof CATALOGUE;

/** Details of an error: sizes, limits, file names; never image content. */
export type ErrorDetails = Readonly<Record<string, string | number>>;

export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly code: EngineErrorCode,
    readonly details: ErrorDetails = {},
    options: { readonly message?: string; readonly cause?: unknown } = {},
  ) {
    super(options.message ?? CATALOGUE[code], 'cause' in options ? { cause: options.cause } : undefined);
  }
}

/** An error as a value that can be sent between threads and processes. */
export interface ErrorValue {
  readonly code: EngineErrorCode | 'unexpected';
  readonly message: string;
  readonly details: ErrorDetails;
}

export function toErrorValue(error: unknown): ErrorValue {
  if (error instanceof EngineError) {
    return { code: error.code, message: error.message, details: error.details };
  }
  return { code: 'unexpected', message: error instanceof Error ? error.message : 'unknown', details: {} };
}

export function fromErrorValue({ code, message, details }: ErrorValue): Error {
  return code === 'unexpected' ? new Error(message) : new EngineError(code, details, { message });
}

/** The same error, with the number of the image in its details: 1 or 2 of a call with two. */
export function ofImage(image: 1 | 2, error: unknown): Error {
  if (!(error instanceof EngineError)) return error instanceof Error ? error : new Error(String(error));
  return new EngineError(error.code, { ...error.details, image }, { message: error.message, cause: error });
}

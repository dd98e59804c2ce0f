import { EngineError } from '@facet/engine';
import { ServiceError, type ErrorCode } from '../../errors.js';

/** An image of a call: its field, and the parameter for its boxes. */
export interface ImageName {
  readonly field: string;
  readonly boxes: string;
}

/** The service's error for each engine error; null if it is the service's fault. */
const MEANINGS: Readonly<Record<EngineError['code'], ErrorCode | null>> = {
  'image-empty': 'unreadable-image',
  'image-format': 'image-format',
  'image-unreadable': 'unreadable-image',
  'image-truncated': 'unreadable-image',
  'image-too-many-bytes': 'too-many-bytes',
  'image-too-many-pixels': 'too-many-pixels',
  'image-too-complex': 'too-many-pixels',
  'image-decode-timeout': 'deadline',
  'image-decode-memory': 'too-many-pixels',
  'box-invalid': 'bad-parameter',
  'no-face': 'no-face',
  'engine-busy': 'overloaded',
  'engine-closed': 'overloaded',
  'engine-worker-died': null,
  // The code that cancels a call throws the reason.
  aborted: null,
  'model-fetch-failed': null,
  'model-missing': null,
  'model-corrupt': null,
  'model-build-failed': null,
  'browser-unsupported': null,
  'telemetry-enabled': null,
};

/** Turns an engine error into the service's error, which names the image field. */
export function fromEngineFailure(failure: unknown, images: readonly ImageName[]): unknown {
  if (!(failure instanceof EngineError)) return failure;
  const code = MEANINGS[failure.code];
  if (code === null) return failure;
  const { image: place = 1, ...facts } = failure.details;
  const image = images[Number(place) - 1];
  if (image === undefined || code === 'overloaded')
    return new ServiceError(
      code,
      undefined,
      {},
      { cause: failure, ...(code === 'overloaded' && { because: overloadOf(failure) }) },
    );
  const details = { field: image.field, ...facts };
  // A decoder that was killed has used its time.
  const workBegan = failure.code === 'image-decode-timeout' || failure.code === 'image-decode-memory';
  return new ServiceError(code, sentence(code, failure, image), details, { cause: failure, workBegan });
}

const overloadOf = ({ code }: EngineError): 'engine-busy' | 'engine-closed' =>
  code === 'engine-closed' ? 'engine-closed' : 'engine-busy';

function sentence(code: ErrorCode, failure: EngineError, { field, boxes }: ImageName): string {
  if (code === 'no-face') return `No face detected in ${field}.`;
  return `${code === 'bad-parameter' ? boxes : field}: ${failure.message}`;
}

import { FacetError, NetworkError, type ErrorKind } from '@facet/client';
import { EngineError, type EngineErrorCode } from '@facet/engine';

/** Why a photo gave no result; the words of the client, whether the engine or a server analysed the photo. */
type FailureKind = ErrorKind | 'file' | 'engine' | 'models' | 'unexpected';

export interface Failure {
  readonly kind: FailureKind;
  /** One sentence that says what is wrong and, where it can, what to do. */
  readonly message: string;
}

export class PhotoError extends Error {
  override readonly name = 'PhotoError';

  constructor(
    readonly kind: FailureKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const ENGINE_KINDS: Readonly<Partial<Record<EngineErrorCode, FailureKind>>> = {
  'no-face': 'no-face',
  'box-invalid': 'request',
  aborted: 'aborted',
  'model-fetch-failed': 'models',
  'model-missing': 'models',
  'model-corrupt': 'models',
  'model-build-failed': 'models',
};

export function failureOf(error: unknown): Failure {
  if (error instanceof PhotoError) return { kind: error.kind, message: error.message };
  if (error instanceof EngineError) {
    const kind = ENGINE_KINDS[error.code] ?? (error.code.startsWith('image-') ? 'image' : 'engine');
    return { kind, message: error.message };
  }
  // A broken connection concerns one photo; a server that cannot be reached concerns all of them.
  if (error instanceof NetworkError && isBroken(error)) return { kind: 'server', message: error.message };
  if (error instanceof FacetError) return { kind: error.kind, message: withoutField(error) };
  return fileFailure(error);
}

/** Error codes of connections that broke after they were established. */
const BROKEN = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const DEEPEST_CAUSE = 5;

function isBroken(error: Error): boolean {
  let current: unknown = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && current instanceof Error; depth++) {
    if ('code' in current && BROKEN.has(String(current.code))) return true;
    current = current.cause;
  }
  return false;
}

/** Messages of the service begin with the name of a request field, which means nothing to users of the command. */
const withoutField = ({ kind, message }: FacetError): string =>
  kind === 'no-face' ? 'No face detected.' : message.replace(/^(img(_[12])?|image_attr): /, '');

const FILE_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file.',
  EACCES: 'This user is not allowed to read the file.',
  EPERM: 'This user is not allowed to read the file.',
  EISDIR: 'It is a folder.',
  ENOSPC: 'The disk is full.',
};

function fileFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = FILE_FAILURES[code] ?? (error instanceof Error ? error.message : String(error));
  return { kind: code === '' ? 'unexpected' : 'file', message };
}

/** Failures that would affect every further photo; the advice follows the message. */
const ADVICE: Readonly<Partial<Record<FailureKind, string>>> = {
  auth: 'Check --api-key or FACET_API_KEY.',
  subscription: 'Choose a plan at the portal of the service.',
  quota: 'Wait for the next period or choose a larger plan.',
  'not-found': 'See "facet gallery list --collection NAME".',
  'collection-limit': 'Remove people who are no longer needed, or choose a larger plan.',
  models: 'Run "facet doctor".',
  network: 'Check --url and that the server runs.',
  'malformed-response': 'Check --url: the server there is not Facet, or is of another version.',
};

/** What to do about a failure that ends the run; undefined for one that is about a single photo. */
export function fatalErrorAdvice({ kind }: Failure): string | undefined {
  return ADVICE[kind];
}

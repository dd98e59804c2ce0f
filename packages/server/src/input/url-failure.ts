import { ServiceError } from '../errors.js';

const SENTENCES = {
  timeout: 'The image URL did not deliver the image in time; use a faster host or send the image itself.',
  name: "The image URL's host name could not be resolved; check its spelling.",
  tls: 'The image URL has no valid HTTPS certificate or does not speak HTTPS.',
  connection: 'The connection to the image URL failed or broke off; try again or send the image itself.',
  redirects: 'The image URL redirects too often.',
  redirect: 'The image URL redirects to no valid address.',
  overhead: 'The image URL answers with far more than an image; use another host or send the image itself.',
  encoding: 'The image URL delivers compressed content, although none was asked for.',
} as const;

export type UrlFailure = keyof typeof SENTENCES;

export const urlFailed = (reason: UrlFailure, cause?: unknown): ServiceError =>
  new ServiceError('url-failed', SENTENCES[reason], { reason }, cause === undefined ? undefined : { cause });

export const urlAnswered = (status: number): ServiceError =>
  new ServiceError('url-failed', `The image URL answered with the HTTP status ${status}.`, {
    reason: 'status',
    status,
  });

export const urlTooLarge = (limitBytes: number): ServiceError =>
  new ServiceError(
    'too-many-bytes',
    `The image at the URL is larger than the limit of ${limitBytes} bytes.`,
    {
      limitBytes,
    },
  );

const TLS_CODE = /^(?:ERR_(?:TLS|SSL|OSSL)|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/;

/** Sorts what the network layer threw; its own message stays inside, for it names addresses. */
export function failureOf(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return urlFailed(TLS_CODE.test(code) ? 'tls' : 'connection', error);
}

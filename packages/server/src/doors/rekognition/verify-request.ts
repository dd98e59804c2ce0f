import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessKeyOwner, AccessKeys } from '../../accounts/index.js';
import { ServiceError } from '../../errors.js';
import type { TextBytes } from '../../http/body/request-field.js';
import type { BodyLimits } from '../../http/body/body-stream.js';
import { readJson } from '../../http/body/read-fields.js';
import { networkOf } from '../../http/network.js';
import { sendContinue } from '../../http/plugins/headers.js';
import { traceOf } from '../../http/plugins/observability.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { invalid, readSignature, type SignedRequest } from './signature.js';

/** A body whose signature is valid. */
export interface SignedBody {
  readonly value: unknown;
  /** The long strings by the names that the value contains instead. */
  readonly longStrings: ReadonlyMap<string, TextBytes>;
}

/** A request that names a known access key; its signature may not be verified yet. */
interface ClaimedRequest {
  readonly owner: AccessKeyOwner;
  readonly signed: SignedRequest;
}

/** So that an unknown access key takes as long as a wrong signature. */
const NOBODY = { secretAccessKey: 'nobody-has-this-secret-access-key-0000000' };

const mismatch = (): ServiceError =>
  invalid('The request signature we calculated does not match the signature you provided.');

/** Looks the access key up and, if the headers state the hash of the body, verifies the signature before the body is read. */
export async function claimOf(request: FastifyRequest, accessKeys: AccessKeys): Promise<ClaimedRequest> {
  const signed = readSignature(request.headers, Date.now());
  const owner = await accessKeys.owner(signed.accessKeyId);
  const { statedHash } = signed;
  const { secretAccessKey } = owner ?? NOBODY;
  const isValid = statedHash === undefined || signed.isSignedWith(secretAccessKey, statedHash);
  if (owner === null)
    throw new ServiceError('unknown-api-key', 'The security token included in the request is invalid.');
  if (!isValid) throw mismatch();
  // Neither yet `account`: whoever knows the id of an access key must not be able to use up the rate or the memory of its
  // account.
  request.memoryOwner = statedHash === undefined ? networkOf(request.ip) : owner.accountId;
  return { owner, signed };
}

/** Reads the body, and verifies that the client has signed it. */
export async function readSignedBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { owner, signed }: ClaimedRequest,
  limits: BodyLimits,
): Promise<SignedBody> {
  const { memory, signal, inTurn } = scopeOf(request);
  const hash = createHash('sha256');
  sendContinue(request, reply);
  const source = {
    request: request.raw,
    limits,
    memory,
    signal,
    inTurn,
    onChunk: (chunk: Buffer): void => {
      hash.update(chunk);
    },
  };
  const body = await traceOf(request).step('read body', () => readJson(source, undefined));
  const bodyHash = hash.digest('hex');
  const { statedHash } = signed;
  const isSigned =
    statedHash === undefined
      ? signed.isSignedWith(owner.secretAccessKey, bodyHash)
      : isEqual(statedHash, bodyHash);
  if (!isSigned) throw mismatch();
  return body;
}

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

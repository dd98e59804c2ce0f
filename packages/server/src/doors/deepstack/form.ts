import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { ApiKeyCalls } from '../../accounts/index.js';
import { ServiceError } from '../../errors.js';
import { laneOf, type Lanes } from '../../faces/index.js';
import { readFields, readUrlEncoded } from '../../http/body/read-fields.js';
import { lengthOf, type RequestField } from '../../http/body/request-field.js';
import { networkOf } from '../../http/network.js';
import { sendContinue } from '../../http/plugins/headers.js';
import { traceOf } from '../../http/plugins/observability.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import type { BodyKind } from '../../http/route.js';
import type { Scope } from '../../http/scopes.js';
import type { parseAllowList } from '../../images/index.js';
import { isName, MAX_NAME } from '../people-by-name.js';

/** DeepStack takes every file of a form; its documentation names these. */
const IMAGES = ['image', ...Array.from({ length: 9 }, (_, n) => `image${n + 1}`)];
const TEXTS = ['api_key', 'userid', 'min_confidence'];
/** More than any of the texts. */
const MAX_TEXT_BYTES = 1024;
const MAX_BYTES_WITHOUT_FILES = 64 * 1024;

/** The API key of clients that send none, and where they are. */
export interface KeylessClients {
  readonly apiKey: string | undefined;
  readonly networks: Pick<ReturnType<typeof parseAllowList>, 'allowsAddress'>;
}

export interface FormDeps {
  readonly lanes: Lanes;
  readonly apiKeyCalls: ApiKeyCalls;
  readonly keyless: KeylessClients;
}

/** The body of a request whose API key was checked. */
export class Form {
  constructor(private readonly fields: readonly RequestField[]) {}

  /** The files in the order in which they were sent. */
  get images(): readonly { readonly field: string; readonly bytes: Uint8Array }[] {
    return this.fields.flatMap((each) =>
      each.kind === 'file' && IMAGES.includes(each.name) ? { field: each.name, bytes: each.bytes } : [],
    );
  }

  text(name: string): string {
    const field = this.fields.find((each) => each.name === name);
    if (field?.kind !== 'text') return '';
    if (lengthOf(field.text) > MAX_TEXT_BYTES) throw new ServiceError('bad-field', `${name} is too long`);
    return Buffer.concat(field.text).toString('utf8');
  }

  get userId(): string {
    const name = this.text('userid');
    if (name === '') throw new ServiceError('missing-field', 'userid not specified');
    if (!isName(name))
      throw new ServiceError(
        'bad-field',
        `userid must have 1 to ${MAX_NAME} characters and must not be blank`,
      );
    return name;
  }

  minConfidence(standard: number): number {
    const text = this.text('min_confidence');
    if (text === '') return standard;
    const value = NUMBER.test(text) ? Number(text) : NaN;
    if (Number.isNaN(value)) throw new ServiceError('bad-field', 'Invalid value for min_confidence');
    if (value > 1) throw new ServiceError('bad-field', 'min_confidence cannot be greater than 1');
    return value;
  }
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i;

interface Admission {
  readonly scope: Scope;
  readonly counts: boolean;
}

/** Reads the form, and admits the call by the API key in it. */
export const formBody = (deps: FormDeps, admission: Admission): BodyKind<Form> => ({
  errors: [],
  content: () => ({}),
  read: async (request, reply) => {
    // Not yet that of an account: whose request it is, the form says.
    request.memoryOwner = networkOf(request.ip);
    const form = new Form(await fieldsOf(deps, request, reply));
    const apiKey = form.text('api_key') || keyOfNetwork(deps.keyless, request);
    if (apiKey === undefined) throw new ServiceError('no-api-key');
    await deps.apiKeyCalls.admit(request, reply, apiKey, admission);
    return form;
  },
});

async function fieldsOf(
  { lanes }: FormDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<readonly RequestField[]> {
  const { memory, signal } = scopeOf(request);
  const { limits } = laneOf(lanes, request);
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const source = { request: request.raw, limits, memory, signal };
  if (type === 'multipart/form-data') {
    sendContinue(request, reply);
    return traceOf(request).step('read body', () => readFields(source, [...IMAGES, ...TEXTS]));
  }
  // Without files. DeepStack takes everything else for a form without fields.
  if (type !== 'application/x-www-form-urlencoded') return [];
  sendContinue(request, reply);
  return readUrlEncoded({ ...source, limits: { ...limits, bodyBytes: MAX_BYTES_WITHOUT_FILES } }, TEXTS);
}

/**
 * The address is that of the client only where it came straight, or through the one proxy that is trusted. A proxy that
 * calls itself by a loopback address says nothing about its client.
 */
function keyOfNetwork(
  { apiKey, networks }: KeylessClients,
  { ip, headers, raw }: FastifyRequest,
): string | undefined {
  const peer = raw.socket.remoteAddress;
  if (peer === undefined || !ipaddr.isValid(ip) || !ipaddr.isValid(peer)) return undefined;
  const from = ipaddr.process(ip);
  const isPassedOn = FORWARDED.some((name) => headers[name] !== undefined);
  if (isPassedOn) {
    const isTrusted = from.toString() !== ipaddr.process(peer).toString() && from.range() !== 'loopback';
    const isOneProxy = !String(headers['x-forwarded-for'] ?? '').includes(',');
    if (!isTrusted || !isOneProxy || headers.via !== undefined || headers.forwarded !== undefined)
      return undefined;
  }
  return networks.allowsAddress(from) ? apiKey : undefined;
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessKeys, ApiKeyCalls } from '../../accounts/index.js';
import { quote, ServiceError } from '../../errors.js';
import { analysed, bytesOf, ENGINE_COPIES, requireRoomFor } from '../../faces/index.js';
import { textBytes, type RequestField } from '../../http/body/request-field.js';
import { counted, countedCallOf } from '../../http/counted-call.js';
import { sentByHandler } from '../../http/response-kinds.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { route, type Dialect, type Route } from '../../http/route.js';
import type { Scope } from '../../http/scopes.js';
import { type ImageFetcher, readImages } from '../../images/index.js';
import { ownerOf, type PeopleDeps } from '../../people/index.js';
import { abortable } from '../../work/deadline.js';
import { CompareFaces, DetectFaces } from './analyse-images.js';
import { bytesOfImage, checkedInput, type RequestImage } from './inputs.js';
import {
  CreateCollection,
  DeleteCollection,
  DeleteFaces,
  DescribeCollection,
  ListCollections,
  ListFaces,
} from './manage-collections.js';
import type { AnalysingOperation, Context, Images, Output, RekognitionOperation } from './operation.js';
import {
  invalidParameter,
  MEDIA_TYPE,
  RekognitionError,
  stateRekognitionError,
} from './rekognition-error.js';
import { IndexFaces, SearchFaces, SearchFacesByImage } from './search-collections.js';
import { claimOf, readSignedBody, type SignedBody } from './verify-request.js';

export interface RekognitionDeps extends PeopleDeps {
  readonly accessKeys: AccessKeys;
  readonly apiKeyCalls: ApiKeyCalls;
}

export const REKOGNITION: Dialect = { stateError: stateRekognitionError };

const TARGET_PREFIX = 'RekognitionService.';
/** More than the ids of as many faces as one request may delete. */
const MAX_BYTES_WITHOUT_IMAGE = 512 * 1024;

/** The face operations of Amazon Rekognition, for its clients: a translation onto those of the service. */
export const rekognitionRoute = (deps: RekognitionDeps): Route =>
  route({
    method: 'POST',
    path: '/',
    caller: 'signature',
    scope: OPERATION_SCOPES,
    cost: 'call',
    response: sentByHandler('The output of the operation.'),
    handle: async ({ request, reply, signal }) => {
      const name = targetOf(request);
      const operation = OPERATIONS.get(name);
      if (operation === undefined)
        throw new RekognitionError('UnknownOperationException', 'not-found', `${quote(name)} is not known.`);
      request.operation = `/rekognition/${name}`;
      const { body, region } = await admitted(deps, request, reply, operation);
      const context = { deps, caller: { owner: ownerOf(deps, request), region }, signal };
      const output = await operation.handle(request, body, context);
      return reply.header('x-amzn-requestid', request.id).type(MEDIA_TYPE).send(JSON.stringify(output));
    },
  });

/** Reads a signed request, and admits it like a call with the API key of the access key. */
async function admitted(
  { accessKeys, apiKeyCalls, lanes }: RekognitionDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { counts, scope }: Pick<Handler, 'counts' | 'scope'>,
): Promise<{ readonly body: SignedBody; readonly region: string }> {
  const { owner, signed } = await claimOf(request, accessKeys);
  if (counts) await requireRoomFor(lanes, request, owner.accountId);
  const { limits } = lanes.account;
  const body = await readSignedBody(
    request,
    reply,
    { owner, signed },
    counts ? limits : { ...limits, bodyBytes: MAX_BYTES_WITHOUT_IMAGE },
  );
  await apiKeyCalls.admit(request, reply, owner.apiKey, { counts, scope });
  return { body, region: signed.region };
}

const targetOf = ({ headers: { 'x-amz-target': target } }: FastifyRequest): string =>
  typeof target === 'string' && target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : '';

/** An operation, whatever its input is. */
interface Handler {
  readonly scope: Scope;
  readonly counts: boolean;
  readonly handle: (request: FastifyRequest, body: SignedBody, context: Context) => Promise<Output>;
}

const handlerOf = <Input>(scope: Scope, operation: RekognitionOperation<Input>): Handler => ({
  scope,
  counts: operation.counts,
  handle: (request, body, context) => {
    if (operation.counts) return analyse(operation, request, body, context);
    requireOnlyImages(body.longStrings.size, 0);
    const input = checkedInput(operation.input, body.value);
    return abortable(
      scopeOf(request).inTurn(() => operation.handle(input, context)),
      context.signal,
    );
  },
});

const OPERATIONS: ReadonlyMap<string, Handler> = new Map(
  Object.entries({
    DetectFaces: handlerOf('analyse', DetectFaces),
    CompareFaces: handlerOf('analyse', CompareFaces),
    CreateCollection: handlerOf('manage', CreateCollection),
    ListCollections: handlerOf('manage', ListCollections),
    DescribeCollection: handlerOf('manage', DescribeCollection),
    DeleteCollection: handlerOf('manage', DeleteCollection),
    IndexFaces: handlerOf('enrol', IndexFaces),
    ListFaces: handlerOf('manage', ListFaces),
    DeleteFaces: handlerOf('manage', DeleteFaces),
    SearchFaces: handlerOf('search', SearchFaces),
    SearchFacesByImage: handlerOf('search', SearchFacesByImage),
  }),
);

const OPERATION_SCOPES = Object.fromEntries([...OPERATIONS].map(([name, { scope }]) => [name, scope]));

/** The body parser replaces every long string by a name, which must not be taken for the text of another parameter. */
function requireOnlyImages(longStrings: number, longImages: number): void {
  if (longStrings > longImages) throw invalidParameter('A parameter is longer than any value it can have.');
}

/** Images are only sent themselves. */
const NO_URLS: ImageFetcher = {
  fetch: () => Promise.reject(new ServiceError('image-format', 'Bytes must hold an image, not its address.')),
};

/** A counted call that waits for its turn. */
function analyse<Input>(
  operation: AnalysingOperation<Input>,
  request: FastifyRequest,
  { value, longStrings }: SignedBody,
  context: Context,
): Promise<Output> {
  const { lanes } = context.deps;
  const scope = scopeOf(request);
  return counted(request, countedCallOf(request), async (onAnalysis) => {
    const input = checkedInput(operation.input, value);
    const sent = Object.entries<RequestImage | undefined>(operation.images(input)).flatMap(([name, image]) =>
      image === undefined ? [] : { name, text: bytesOfImage(image) },
    );
    requireOnlyImages(longStrings.size, sent.filter(({ text }) => longStrings.has(text)).length);
    const fields = sent.map(({ name, text }): RequestField => ({
      name,
      kind: 'text',
      text: longStrings.get(text) ?? textBytes(text),
    }));
    await operation.prepare?.(input, context);
    const images = sent.map(({ name }) => ({ field: name, boxes: name }));
    const read = await readImages(fields, images, {
      sameWay: false,
      maxBytes: lanes.account.limits.imageBytes,
      fetcher: NO_URLS,
      signal: scope.signal,
      claim: scope.memory.take,
    });
    return analysed(lanes, request, scope, {
      images,
      heldBytes: ENGINE_COPIES * bytesOf(Object.values(read)),
      begin: onAnalysis,
      run: (engine, signal) => operation.run(engine, read as Images, input, { ...context, signal }),
    });
  });
}

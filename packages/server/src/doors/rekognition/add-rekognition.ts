import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccessKeys } from '../../accounts/api-keys/access-keys.js';
import { asUnavailable } from '../../db/database-outage.js';
import { abortable } from '../../work/deadline.js';
import { quote, ServiceError } from '../../errors.js';
import { textBytes } from '../../images/image-text.js';
import type { ImageFetcher, RequestField } from '../../images/read-images.js';
import { callerOf, ownerOf, type CollectionDeps } from '../../people/routes/collection-route.js';
import { analysisOf } from '../../faces/operation-call.js';
import { metered, settling, type OperationDeps } from '../../faces/operation-route.js';
import { admitter, operationOf } from '../../http/plugins/authenticate.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
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
import type {
  AnalysingOperation,
  ManagingOperation,
  Output,
  RekognitionCaller,
  RekognitionOperation,
} from './operation.js';
import {
  invalidParameter,
  MEDIA_TYPE,
  RekognitionError,
  renderRekognitionError,
} from './rekognition-error.js';
import { IndexFaces, SearchFaces, SearchFacesByImage } from './search-collections.js';
import { claimOf, readSignedBody, type SignedBody } from './verify-request.js';

export interface RekognitionDeps extends CollectionDeps {
  readonly accessKeys: AccessKeys;
  readonly calls: OperationDeps;
}

const TARGET_PREFIX = 'RekognitionService.';
/** More than the ids of as many faces as one request may delete. */
const MAX_BYTES_WITHOUT_IMAGE = 512 * 1024;

/** The face operations of Amazon Rekognition, for its clients: a translation onto those of the service. */
export function addRekognition(app: FastifyInstance, deps: RekognitionDeps): void {
  const { accessKeys, calls } = deps;
  const { engine, admission, limits, meter } = calls;
  const admit = admitter(meter, admission);
  const operations = new Map(Object.entries(operationsOf(deps)));
  app.route({
    method: 'POST',
    url: '/',
    config: { auth: 'access-key' },
    errorHandler: (error, request, reply) => void renderRekognitionError(error, request, reply),
    handler: async (request, reply) => {
      const name = targetOf(request);
      const operation = operations.get(name);
      if (operation === undefined)
        throw new RekognitionError('UnknownOperationException', 'not-found', `${quote(name)} is not known.`);
      request.operation = `/rekognition/${name}`;
      const { counts, handle } = operation;
      try {
        const claimed = await claimOf(request, accessKeys);
        if (counts) {
          const { signal, maxWaitMs } = scopeOf(request);
          await engine.ready(signal, maxWaitMs());
          // Before the body is read, so that a rejected call costs no upload.
          admission.check(claimed.owner.accountId, maxWaitMs());
        }
        const bodyLimits = counts ? limits : { ...limits, bodyBytes: MAX_BYTES_WITHOUT_IMAGE };
        const body = await readSignedBody(request, reply, claimed, bodyLimits);
        await admit(request, reply, claimed.owner.apiKey, counts);
        const caller = { owner: ownerOf(deps, callerOf(request)), region: claimed.signed.region };
        const output = await handle(request, body, caller);
        request.succeeded = true;
        return await reply
          .header('x-amzn-requestid', request.id)
          .type(MEDIA_TYPE)
          .send(JSON.stringify(output));
      } catch (error) {
        throw asUnavailable(error);
      }
    },
  });
}

const targetOf = ({ headers: { 'x-amz-target': target } }: FastifyRequest): string =>
  typeof target === 'string' && target.startsWith(TARGET_PREFIX) ? target.slice(TARGET_PREFIX.length) : '';

/** An operation, whatever its input is. */
interface Handler {
  readonly counts: boolean;
  readonly handle: (request: FastifyRequest, body: SignedBody, caller: RekognitionCaller) => Promise<Output>;
}

function operationsOf(deps: RekognitionDeps): Readonly<Record<string, Handler>> {
  const of = <Input>(operation: RekognitionOperation<Input>): Handler => ({
    counts: operation.counts,
    handle: (request, body, caller) =>
      operation.counts
        ? analyse(deps, operation, request, body, caller)
        : manage(deps, operation, request, body, caller),
  });
  return {
    DetectFaces: of(DetectFaces),
    CompareFaces: of(CompareFaces),
    CreateCollection: of(CreateCollection),
    ListCollections: of(ListCollections),
    DescribeCollection: of(DescribeCollection),
    DeleteCollection: of(DeleteCollection),
    IndexFaces: of(IndexFaces),
    ListFaces: of(ListFaces),
    DeleteFaces: of(DeleteFaces),
    SearchFaces: of(SearchFaces),
    SearchFacesByImage: of(SearchFacesByImage),
  };
}

function manage<Input>(
  deps: RekognitionDeps,
  operation: ManagingOperation<Input>,
  request: FastifyRequest,
  { value, longStrings }: SignedBody,
  caller: RekognitionCaller,
): Promise<Output> {
  requireOnlyImages(longStrings.size, 0);
  const work = operation.handle(deps, checkedInput(operation.input, value), caller);
  return abortable(work, scopeOf(request).signal);
}

/** The body parser replaces every long string by a name, which must not be taken for the text of another parameter. */
function requireOnlyImages(longStrings: number, longImages: number): void {
  if (longStrings > longImages) throw invalidParameter('A parameter is longer than any value it can have.');
}

/** Images are only sent themselves. */
const NO_URLS: ImageFetcher = {
  fetch: () => Promise.reject(new ServiceError('image-format', 'Bytes must hold an image, not its address.')),
};

/** Runs a call that was admitted like any other: metered, queued, measured. */
async function analyse<Input>(
  deps: RekognitionDeps,
  operation: AnalysingOperation<Input>,
  request: FastifyRequest,
  { value, longStrings }: SignedBody,
  caller: RekognitionCaller,
): Promise<Output> {
  const { calls } = deps;
  const { account, reservation } = request;
  const scope = scopeOf(request);
  if (account === null || reservation === null) throw new Error('The request was not admitted.');
  const settle = settling(calls.meter, request, reservation, operationOf(request));
  const { data } = await metered(settle, async (onAnalysis) => {
    const input = checkedInput(operation.input, value);
    const images = Object.entries<RequestImage | undefined>(operation.images(input)).flatMap(
      ([name, image]) => (image === undefined ? [] : { name, text: bytesOfImage(image) }),
    );
    requireOnlyImages(longStrings.size, images.filter(({ text }) => longStrings.has(text)).length);
    const fields = images.map(({ name, text }): RequestField => ({
      name,
      kind: 'text',
      text: longStrings.get(text) ?? textBytes(text),
    }));
    await operation.prepare?.(deps, input, caller, scope.signal);
    const engine = await calls.engine.ready(scope.signal, scope.maxWaitMs());
    const run = analysisOf(
      { ...calls, fetcherFor: () => NO_URLS },
      {
        images: fields.map(({ name }) => ({ field: name, boxes: name })),
        sameWay: false,
        message: '',
        run: operation.run(deps, input, caller),
      },
    );
    return run(
      { request, caller: account.accountId, scope },
      { query: undefined, engine, fields },
      onAnalysis,
    );
  });
  return data;
}

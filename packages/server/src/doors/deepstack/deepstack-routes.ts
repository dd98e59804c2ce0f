import { distance, MATCH_THRESHOLD, MAX_COMPARED, type Engine, type Face, type Size } from '@facet/engine';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.js';
import {
  analysed,
  type AnalysisResult,
  bytesOf,
  ENGINE_COPIES,
  faceRectangle,
  type NowOrLater,
  requireRoom,
} from '../../faces/index.js';
import { counted, countedCallOf, type CountedCall } from '../../http/counted-call.js';
import { plainJson, sentByHandler } from '../../http/response-kinds.js';
import { scopeOf } from '../../http/plugins/request-scope.js';
import { route, type Dialect, type Route } from '../../http/route.js';
import type { Scope } from '../../http/scopes.js';
import { ownerOf, type PeopleDeps } from '../../people/index.js';
import { unknownPath } from '../unknown-path.js';
import {
  enrolByName,
  ifCollection,
  ifPerson,
  listedNames,
  type NamedPeople,
  nearestByName,
  personIdOf,
  prepareEnrolment,
  prepareSearch,
} from '../people-by-name.js';
import { faceProbability, similarityOf } from '../scales.js';
import { formBody, type Form, type FormDeps } from './form.js';
import { deepstackError } from './stated-error.js';

export type DeepstackDeps = PeopleDeps & FormDeps;

export const DEEPSTACK: Dialect = { stateError: deepstackError };

const API = '/v1/vision';

/** For URLs that Fastify rejects before it looks for a route. */
export const isOfDeepstack = (url: string): boolean => url.startsWith(`${API}/`);

/** The collection of an account that holds the people of this door. */
const COLLECTION = 'deepstack';

/** What DeepStack takes for a face, and for the same person, unless the client says otherwise. */
const USUAL_FACE = 0.55;
const USUAL_MATCH = 0.67;
const UNKNOWN = 'unknown';

/** How much a face is that of a person: 0.67 at the threshold, rising as the distance falls. */
const confidenceOf = (apart: number, threshold: number): number =>
  similarityOf(apart, threshold, USUAL_MATCH);

/** The response to a success. As DeepStack sends it: the field was never filled. */
const success = (fields: object): object => ({ success: true, ...fields, duration: 0 });

/** The face part of DeepStack's API, which CodeProject.AI has taken over: a translation of its forms, responses and errors. */
export const deepstackRoutes = (deps: DeepstackDeps): Route[] => [
  ...(['/face', '/face/'] as const).map((path) => onImages(deps, path, 'analyse', detect)),
  onImages(deps, '/face/match', 'analyse', match),
  onImages(deps, '/face/recognize', 'search', (call) => recognize(deps, call)),
  onImages(deps, '/face/register', 'enrol', (call) => register(deps, call)),
  list(deps),
  remove(deps),
  unknownPath('POST', API),
];

type Files = Form['images'];
type Analyse = <Data>(
  files: Files,
  run: (engine: Engine, signal: AbortSignal) => Promise<AnalysisResult<NowOrLater<Data>>>,
  call?: CountedCall,
) => Promise<Data>;

interface ImageCall {
  readonly request: FastifyRequest;
  readonly form: Form;
  readonly signal: AbortSignal;
  /** A counted call that waits for its turn. */
  readonly analyse: Analyse;
}

/** The route of a call of the plan. */
function onImages(
  deps: DeepstackDeps,
  path: string,
  scope: Scope,
  work: (call: ImageCall) => Promise<object>,
): Route {
  return route({
    method: 'POST',
    path: `${API}${path}`,
    caller: 'form',
    scope,
    cost: 'call',
    body: formBody(deps, { scope, counts: true }),
    response: plainJson(),
    prepare: ({ request }) => requireRoom(deps.lanes, request),
    handle: ({ request, signal, body: form }) => {
      const held = ENGINE_COPIES * bytesOf(form.images.map(({ bytes }) => bytes));
      const analyse: Analyse = (files, run, call = countedCallOf(request)) =>
        counted(request, call, (begin) => {
          const images = files.map(({ field }) => ({ field, boxes: field }));
          return analysed(deps.lanes, request, scopeOf(request), { images, heldBytes: held, begin, run });
        });
      return work({ request, form, signal, analyse });
    },
  });
}

const noImage = (): ServiceError => new ServiceError('missing-field', 'No valid image file found');

function onlyImage({ images }: Form): Files[number] {
  const image = images.find(({ field }) => field === 'image');
  if (image === undefined) throw noImage();
  return image;
}

function placeOf({ box }: Face, image: Size): object {
  const [x_min, y_min, x_max, y_max] = faceRectangle(box, image, { kind: 'detect' });
  return { x_min, y_min, x_max, y_max };
}

async function detect({ form, analyse }: ImageCall): Promise<object> {
  const image = onlyImage(form);
  const least = form.minConfidence(USUAL_FACE);
  return analyse([image], async (engine, signal) => {
    const { faces, imageSize, timings } = await engine.analyse(image.bytes, { signal });
    const predictions = faces
      .map((face) => ({ confidence: faceProbability(face.confidence), ...placeOf(face, imageSize) }))
      .filter(({ confidence }) => confidence >= least);
    return { data: success({ predictions }), timings: [timings] };
  });
}

async function match({ form: { images }, analyse }: ImageCall): Promise<object> {
  const [first, second] = images;
  if (first === undefined) throw noImage();
  if (second === undefined)
    throw new ServiceError('missing-field', 'expected two image files, only one found');
  if (images.length > 2) throw new ServiceError('bad-field', 'only two images allowed');
  return analyse([first, second], async (engine, signal) => {
    const found = await engine.match(first.bytes, second.bytes, { signal });
    const apart = distance(found.first.vector, found.second.vector);
    return {
      data: success({ similarity: confidenceOf(apart, MATCH_THRESHOLD) }),
      timings: [found.first.timings, found.second.timings],
    };
  });
}

const peopleOf = (deps: PeopleDeps, request: FastifyRequest): NamedPeople => ({
  accountId: ownerOf(deps, request).accountId,
  collection: COLLECTION,
});

async function recognize(deps: DeepstackDeps, call: ImageCall): Promise<object> {
  const { request, form, signal: own, analyse } = call;
  const image = onlyImage(form);
  // Below its usual value DeepStack names everybody; who is farther than the threshold is a stranger.
  const least = Math.max(form.minConfidence(USUAL_MATCH), USUAL_MATCH);
  const people = peopleOf(deps, request);
  await prepareSearch(deps, people, own);
  return analyse([image], async (engine, signal) => {
    const { faces, timings } = await engine.vectors(image.bytes, { maxFaces: MAX_COMPARED, signal });
    const data = async (): Promise<object> => {
      const vectors = faces.map(({ vector }) => vector);
      const nearest = await nearestByName(deps, people, vectors, { count: 1, signal: own });
      const predictions = faces.map(({ face, imageSize }, n) => {
        const [{ name, distance: apart, threshold } = NOBODY] = nearest[n] ?? [];
        const confidence = confidenceOf(apart, threshold);
        const who = confidence >= least ? { confidence, userid: name } : { confidence: 0, userid: UNKNOWN };
        return { ...who, ...placeOf(face, imageSize) };
      });
      return success({ predictions });
    };
    return { data, timings: [timings] };
  });
}

const NOBODY = { name: UNKNOWN, distance: Infinity, threshold: MATCH_THRESHOLD };

/** Adds the most prominent face of each image to the person. Each image is a call of its own. */
async function register(deps: DeepstackDeps, call: ImageCall): Promise<object> {
  const { request, form, signal: own, analyse } = call;
  const { images, userId: name } = form;
  if (images.length === 0) throw noImage();
  const owner = ownerOf(deps, request);
  const enrolment = { collection: COLLECTION, name, signal: own };
  const prepared = await prepareEnrolment(deps, owner, enrolment);
  const { accountId } = owner;
  const known = await ifPerson(
    deps.collections.people.find(accountId, COLLECTION, personIdOf(name)),
    undefined,
  );
  const { another } = countedCallOf(request);
  let added = 0;
  let withoutFace: ServiceError | undefined;
  for (const [n, image] of images.entries()) {
    const ownCall = n === 0 ? undefined : await another?.(own, scopeOf(request).maxWaitMs);
    try {
      added += await analyse(
        [image],
        async (engine, signal) => {
          const { vector, timings } = await engine.vector(image.bytes, { signal });
          const data = async (): Promise<number> => {
            await enrolByName(deps, owner, { ...enrolment, vector, prepared });
            return 1;
          };
          return { data, timings: [timings] };
        },
        ownCall,
      );
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'no-face') throw error;
      withoutFace = error;
    }
  }
  if (added === 0 && withoutFace !== undefined) throw withoutFace;
  return success({ message: (known?.faces ?? 0) > 0 ? 'face updated' : 'face added' });
}

const list = (deps: DeepstackDeps): Route =>
  route({
    method: 'POST',
    path: `${API}/face/list`,
    caller: 'form',
    scope: 'manage',
    cost: 'stream',
    body: formBody(deps, { scope: 'manage', counts: false }),
    response: sentByHandler('All names.'),
    handle: async ({ request, reply, signal }) => {
      const texts = { before: '{"success":true,"faces":', after: ',"duration":0}' };
      const body = await listedNames(deps, peopleOf(deps, request), { ...texts, signal });
      return reply.type('application/json').send(body);
    },
  });

const remove = (deps: DeepstackDeps): Route =>
  route({
    method: 'POST',
    path: `${API}/face/delete`,
    caller: 'form',
    scope: 'manage',
    cost: 'rows',
    body: formBody(deps, { scope: 'manage', counts: false }),
    response: plainJson(),
    handle: async ({ request, body: { userId } }) => {
      const owner = ownerOf(deps, request);
      // As DeepStack answers, whether the person was known or not.
      await ifCollection(
        () => ifPerson(deps.collections.people.delete(owner, COLLECTION, personIdOf(userId)), 0),
        () => 0,
      );
      return success({});
    },
  });

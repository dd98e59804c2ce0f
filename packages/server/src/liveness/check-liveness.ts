import {
  distance,
  HALF_DECODE_MS,
  LIVENESS_ACTIONS,
  LIVENESS_REASONS,
  rounded,
  vectorNumbers,
  type Engine,
} from '@facet/engine';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ServiceError } from '../errors.js';
import {
  analysed,
  type AnalysisResult,
  bytesOf,
  fromEngineFailure,
  laneOf,
  type Lanes,
  MODEL_HEADER,
  MODEL_HEADER_DOCUMENT,
  MODEL_HEADERS,
  MODEL_REQUEST_HEADER,
  type NowOrLater,
  requireRoom,
  score,
  verdict,
} from '../faces/index.js';
import type { RequestField } from '../http/body/request-field.js';
import { counted, countedCallOf } from '../http/counted-call.js';
import { envelope } from '../http/response-kinds.js';
import { scopeOf } from '../http/plugins/request-scope.js';
import { flag } from '../http/query.js';
import { accountIdOf } from '../http/callers.js';
import { route, type BodyKind, type Route } from '../http/route.js';
import { IMAGE_BODY_ERRORS, receiveFields } from '../images/index.js';
import { checkForm, checkJson, FIELDS, readCheck, type CheckInput } from './check-input.js';
import { FrameFailure, judgeFrames, type JudgedFrames } from './judge-frames.js';
import { REASON_TEXTS } from './liveness-reasons.js';
import type { LivenessSessions } from './liveness-sessions.js';

const Step = z.object({
  action: z.enum(LIVENESS_ACTIONS),
  done: z.boolean(),
  frame: z.int().min(0).nullable().describe('The frame in which the movement was complete, from 0.'),
});

const CheckData = z.object({
  live: z
    .boolean()
    .describe('Whether one person was in front of the camera and made the movements of the session.'),
  reason: z.enum(LIVENESS_REASONS).nullable().describe('Why not; null if `live`.'),
  explanation: z.string().nullable().describe('The reason in plain words; null if `live`.'),
  steps: z.array(Step),
  scores: z.object({
    challenge: z.number().min(0).max(1).describe('The share of the movements that were seen.'),
    spoof: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        'How much single frames look like a picture of a face. Null if no frame shows one. A hint: it rejects only from 0.7 on.',
      ),
  }),
  best_frame: z
    .int()
    .min(0)
    .nullable()
    .describe('The frame that shows the face best, from 0; null if none does.'),
  vector: z
    .array(z.number())
    .length(128)
    .optional()
    .describe('With return_vector=1: the vector of the best frame, as Face Vector gives it.'),
  match: z
    .object({ score: z.string(), status: z.enum(['match', 'not a match']) })
    .optional()
    .describe('With `img` or `vec`: the best frame compared with it, as Face Match does.'),
});

type Data = z.infer<typeof CheckData>;

const checkBody = (lanes: Lanes): BodyKind<RequestField[]> => ({
  errors: IMAGE_BODY_ERRORS,
  read: (request, reply) => receiveFields(request, reply, laneOf(lanes, request).limits, FIELDS),
  content: (bodies) => ({
    'multipart/form-data': { schema: checkForm },
    ...(bodies === 'all' && { 'application/json': { schema: checkJson } }),
  }),
});

/** Judges the frames of a liveness session. */
export const checkLiveness = (
  lanes: Lanes,
  sessions: Pick<LivenessSessions, 'read' | 'use' | 'ageOf' | 'pass'>,
): Route =>
  route({
    method: 'POST',
    path: '/check_liveness',
    caller: 'api-key',
    scope: 'liveness',
    cost: 'call',
    headers: MODEL_HEADERS,
    document: {
      operationId: 'checkLiveness',
      tag: 'Liveness',
      summary: 'Liveness Check',
      description:
        'Judges whether a person is in front of the camera: whether the frames show one person, in one take, who makes the movements of the session. Counts as one call. The session is used up, whatever the result.',
      requestHeaders: MODEL_REQUEST_HEADER,
    },
    query: { return_vector: flag(false, '1 adds the vector of the best frame.') },
    body: checkBody(lanes),
    response: envelope('Checked liveness.', CheckData, {
      description: 'The verdict and what it rests on.',
      headers: MODEL_HEADER_DOCUMENT,
    }),
    errors: ['quota', 'liveness-session', 'other-model', 'no-face'],
    prepare: ({ request }) => requireRoom(lanes, request),
    handle: ({ request, body: fields, query }) =>
      counted(request, countedCallOf(request), async (onAnalysis) => {
        const input = await readInput(lanes, request, fields);
        const challenge = sessions.read(accountIdOf(request), input.session);
        const age = sessions.ageOf(challenge);
        const images = [...input.frames, ...(input.reference === null ? [] : [input.reference])];
        const work = async (
          engine: Engine,
          signal: AbortSignal,
        ): Promise<AnalysisResult<NowOrLater<Data>>> => {
          const judged = await judgeFrames(engine, {
            files: input.frames,
            times: input.times,
            actions: challenge.steps,
            longestMs: age,
            signal,
          });
          const compared = await comparedFace(engine, input, judged, query.return_vector, signal);
          const data = { ...dataOf(judged), ...compared.data };
          // A living face that is somebody else's ends no pause.
          const isPassed = judged.reason === null && data.match?.status !== 'not a match';
          return {
            data: async () => {
              if (isPassed) await sessions.pass(accountIdOf(request), challenge);
              return data;
            },
            timings: [...judged.timings, ...compared.timings],
          };
        };
        return analysed(lanes, request, scopeOf(request), {
          images: [],
          // The engine copies one image at a time.
          heldBytes: bytesOf(images) + Math.max(...images.map(({ byteLength }) => byteLength)),
          begin: async () => {
            await sessions.use(accountIdOf(request), challenge);
            onAnalysis();
          },
          run: (engine, signal) =>
            work(engine, signal).catch((failure: unknown) => {
              signal.throwIfAborted();
              throw failureOf(failure);
            }),
        });
      }),
  });

function readInput(lanes: Lanes, request: FastifyRequest, fields: RequestField[]): Promise<CheckInput> {
  const { signal, memory } = scopeOf(request);
  const { limits, fetcherFor } = laneOf(lanes, request);
  return readCheck(fields.splice(0), {
    maxBytes: limits.imageBytes,
    fetcher: fetcherFor(request),
    signal,
    claim: memory.take,
    statedModel: request.headers[MODEL_HEADER],
  });
}

/** The best frame as a vector, and compared with the reference. */
async function comparedFace(
  engine: Engine,
  { frames, reference }: CheckInput,
  { bestFrame }: JudgedFrames,
  withVector: boolean,
  signal: AbortSignal,
): Promise<AnalysisResult<Pick<Data, 'vector' | 'match'>>> {
  const file = frames[bestFrame ?? -1];
  if (file === undefined || (reference === null && !withVector)) return { data: {}, timings: [] };
  // As in Face Match.
  const options = { signal, work: { decodeMs: HALF_DECODE_MS } };
  const best = await engine.vector(file, options);
  const other = reference instanceof Uint8Array ? await engine.vector(reference, options) : null;
  const vector = reference instanceof Float32Array ? reference : other?.vector;
  const apart = vector && distance(best.vector, vector);
  return {
    data: {
      ...(withVector && { vector: vectorNumbers(best.vector) }),
      ...(apart !== undefined && { match: { score: score(apart), status: verdict(apart) } }),
    },
    timings: [best.timings, ...(other === null ? [] : [other.timings])],
  };
}

const dataOf = ({ reason, steps, spoof, bestFrame }: JudgedFrames): Data => ({
  live: reason === null,
  reason,
  explanation: reason === null ? null : REASON_TEXTS[reason],
  steps: [...steps],
  scores: {
    challenge: rounded(steps.filter(({ done }) => done).length / Math.max(1, steps.length), 3),
    spoof: spoof === null ? null : rounded(spoof, 3),
  },
  best_frame: bestFrame,
});

/** The error for an image that could not be analysed. Frames before it were, so that the call counts. */
function failureOf(failure: unknown): unknown {
  const isFrame = failure instanceof FrameFailure;
  const field = isFrame ? `frames[${failure.frame}]` : 'img';
  const error = fromEngineFailure(isFrame ? failure.cause : failure, [{ field, boxes: field }]);
  if (!(error instanceof ServiceError) || (isFrame && failure.frame === 0)) return error;
  return new ServiceError(error.code, error.message, error.details, { cause: error, workBegan: true });
}

import {
  distance,
  LIVENESS_ACTIONS,
  LIVENESS_REASONS,
  HALF_DECODE_MS,
  rounded,
  vectorNumbers,
} from '@facet/engine';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { asUnavailable } from '../db/database-outage.js';
import type { LivenessSessions } from './liveness-sessions.js';
import { ServiceError } from '../errors.js';
import { parseChoice } from '../http/query.js';
import { score, verdict } from '../faces/results/distance.js';
import { fromEngineFailure } from '../faces/results/engine-failure.js';
import { REASON_TEXTS } from './liveness-reasons.js';
import { stageFacts } from '../observe/tracing/trace.js';
import { success, successSchema, type Success } from '../http/envelope.js';
import { MODEL_HEADER_DOCUMENT, MODEL_HEADERS, MODEL_REQUEST_HEADER } from '../faces/model-header.js';
import {
  bytesOf,
  queuedAnalysis,
  rawQuery,
  receiveFields,
  type Call,
  type OperationCall,
  type Received,
} from '../faces/operation-call.js';
import { OPERATION_ERRORS } from '../faces/operation.js';
import { addMeteredRoute, withFetcher, type OperationDeps } from '../faces/operation-route.js';
import { checkForm, checkJson, FIELDS, readCheck, type CheckInput } from './check-input.js';
import { FrameFailure, judgeFrames, type JudgedFrames } from './judge-frames.js';

const PATH = '/check_liveness';
const MESSAGE = 'Checked liveness.';

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

interface Query {
  readonly withVector: boolean;
}

/** Judges the frames of a liveness session. */
export function addCheckLiveness(
  app: FastifyInstance,
  operationDeps: OperationDeps,
  sessions: Pick<LivenessSessions, 'read' | 'use'>,
): void {
  const deps = withFetcher(operationDeps);
  const call: OperationCall<Received<Query>, Data> = {
    receive: async (each, reply) => {
      const query = { withVector: parseChoice(rawQuery(each.request), 'return_vector', ['0', '1']) === '1' };
      return { query, ...(await receiveFields(deps, each, reply, FIELDS)) };
    },
    analyse,
  };
  addMeteredRoute(
    app,
    operationDeps,
    {
      path: PATH,
      message: MESSAGE,
      headers: MODEL_HEADERS,
      document: {
        operationId: 'checkLiveness',
        tag: 'Liveness',
        summary: 'Liveness Check',
        description:
          'Judges whether a person is in front of the camera: whether the frames show one person, in one take, who makes the movements of the session. Counts as one call. The session is used up, whatever the result.',
        query: {
          return_vector: {
            schema: z.enum(['0', '1']).default('0'),
            description: '1 adds the vector of the best frame.',
          },
        },
        requestHeaders: MODEL_REQUEST_HEADER,
        form: checkForm,
        body: checkJson,
        responses: {
          200: {
            description: 'The verdict and what it rests on.',
            schema: successSchema(MESSAGE, CheckData),
            headers: MODEL_HEADER_DOCUMENT,
          },
        },
        errors: [...OPERATION_ERRORS, 'liveness-session', 'other-model', 'no-face'],
      },
    },
    call,
  );

  async function analyse(
    call: Call,
    { query, engine, fields }: Received<Query>,
    onAnalysis: () => void,
  ): Promise<Success<string, Data>> {
    const { request, caller, scope } = call;
    const input = await readCheck(fields.splice(0), {
      maxBytes: deps.limits.imageBytes,
      fetcher: deps.fetcherFor(call),
      signal: scope.signal,
      claim: scope.memory.take,
      statedModel: request.headers['x-facet-model'],
    });
    const challenge = sessions.read(caller, input.session);
    // The engine copies one image at a time.
    const images = [...input.frames, ...(input.reference === null ? [] : [input.reference])];
    scope.memory.holdOnly(bytesOf(images) + Math.max(...images.map(({ byteLength }) => byteLength)));
    const { data, timings } = await queuedAnalysis(deps, call, async (signal, setFacts) => {
      await sessions.use(caller, challenge).catch((error: unknown) => {
        throw asUnavailable(error);
      });
      onAnalysis();
      try {
        const judged = await judgeFrames(engine, {
          files: input.frames,
          times: input.times,
          actions: challenge.steps,
          signal,
        });
        const compared = await comparedFace(input, judged, query);
        const all = [...judged.timings, ...compared.timings];
        setFacts(stageFacts(all));
        return { data: { ...dataOf(judged), ...compared.data }, timings: all };
      } catch (failure) {
        signal.throwIfAborted();
        throw failureOf(failure);
      }

      async function comparedFace(
        { frames, reference }: CheckInput,
        { bestFrame }: JudgedFrames,
        { withVector }: Query,
      ): Promise<{ data: Pick<Data, 'vector' | 'match'>; timings: JudgedFrames['timings'] }> {
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
    });
    for (const each of timings) deps.metrics.observeStages(each);
    return success(MESSAGE, data);
  }
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

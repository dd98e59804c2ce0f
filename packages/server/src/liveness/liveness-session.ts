import { LIVENESS_ACTIONS, type LivenessAction } from '@facet/engine';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { asUnavailable } from '../db/database-outage.js';
import { randomSteps, SESSION_MS, type LivenessSessions } from './liveness-sessions.js';
import { abortable } from '../work/deadline.js';
import type { ErrorCode } from '../errors.js';
import { readInput } from '../accounts/routes/account-route.js';
import { success, successSchema } from '../http/envelope.js';
import type { OperationCall, ReceivedFields } from '../faces/operation-call.js';
import { addMeteredRoute, type OperationDeps } from '../faces/operation-route.js';

const PATH = '/liveness_session';
const MESSAGE = 'Opened liveness session.';

const STEPS = { from: 2, to: 5, usually: 3 } as const;
const STEP_COUNT = `a whole number from ${STEPS.from} to ${STEPS.to}`;
const LEAST_KINDS = 3;

const Action = z.enum(LIVENESS_ACTIONS, { error: `among ${LIVENESS_ACTIONS.join(', ')}` });
const POOL = `a list of at least ${LEAST_KINDS} different actions among ${LIVENESS_ACTIONS.join(', ')}`;

const SessionBody = z.object({
  actions: z
    .array(z.enum(LIVENESS_ACTIONS, { error: POOL }), { error: POOL })
    .max(LIVENESS_ACTIONS.length, { error: POOL })
    .refine((actions) => new Set(actions).size >= LEAST_KINDS, { error: POOL })
    .optional()
    .describe(
      `The movements to choose from, at least ${LEAST_KINDS} different ones, for people who cannot do some. All by default. Include a turn: no flat picture can do it.`,
    ),
  steps: z
    .int({ error: STEP_COUNT })
    .min(STEPS.from, { error: STEP_COUNT })
    .max(STEPS.to, { error: STEP_COUNT })
    .default(STEPS.usually)
    .describe('How many movements to ask for.'),
});

const SessionData = z.object({
  session: z.string().describe('To be sent with the frames. It works once, and only for the same account.'),
  steps: z
    .array(Action)
    .describe(
      "The movements to perform in this order, each from looking at the camera and back again. Left and right are the person's own.",
    ),
  expires_at: z.iso.datetime().describe('When the session ends.'),
});

const ERRORS: readonly ErrorCode[] = [
  'bad-field',
  'malformed-body',
  'no-api-key',
  'unknown-api-key',
  'no-subscription',
  'subscription-ended',
  'account-suspended',
  'too-many-bytes',
  'content-type',
  'rate-limit',
  'quota',
  'too-many-liveness-sessions',
  'bug',
  'overloaded',
  'deadline',
];

interface Wanted extends ReceivedFields {
  readonly actions: readonly LivenessAction[];
  readonly steps: number;
}

/** Opens a liveness session: a random sequence of movements for one check. */
export function addLivenessSession(
  app: FastifyInstance,
  deps: Pick<OperationDeps, 'meter'>,
  sessions: Pick<LivenessSessions, 'open'>,
): void {
  const call: OperationCall<Wanted, z.infer<typeof SessionData>> = {
    receive: async ({ request }, reply) => {
      const { 'content-type': type, 'content-length': length } = request.headers;
      const isEmpty = type === undefined || length === '0';
      const body = isEmpty ? SessionBody.parse({}) : await readInput(request, reply, SessionBody);
      const { actions = LIVENESS_ACTIONS, steps } = body;
      return { actions: [...new Set(actions)], steps, fields: [] };
    },
    analyse: async ({ caller, scope }, { actions, steps }) => {
      try {
        const opened = await abortable(sessions.open(caller, randomSteps(actions, steps)), scope.signal);
        return success(MESSAGE, {
          session: opened.session,
          steps: [...opened.steps],
          expires_at: new Date(opened.expiresAt).toISOString(),
        });
      } catch (error) {
        throw asUnavailable(error);
      }
    },
  };
  addMeteredRoute(
    app,
    deps,
    {
      path: PATH,
      message: MESSAGE,
      document: {
        operationId: 'openLivenessSession',
        tag: 'Liveness',
        summary: 'Liveness Session',
        description: `Chooses a random sequence of movements for one liveness check. The session expires after ${SESSION_MS / 60_000} minutes. The body may be empty.`,
        body: SessionBody,
        responses: {
          200: { description: 'The session and its movements.', schema: successSchema(MESSAGE, SessionData) },
        },
        errors: ERRORS,
      },
    },
    call,
  );
}

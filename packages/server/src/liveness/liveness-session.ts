import { LIVENESS_ACTIONS } from '@facet/engine';
import { z } from 'zod';
import { counted, countedCallOf } from '../http/counted-call.js';
import { envelope } from '../http/response-kinds.js';
import { optionalJsonBody } from '../http/json-body.js';
import { route, type Route } from '../http/route.js';
import { abortable } from '../work/deadline.js';
import { ATTEMPTS, randomSteps, SESSION_MS, type LivenessSessions } from './liveness-sessions.js';

const STEPS = { from: 2, to: 5, usually: 3 } as const;
const STEP_COUNT = `a whole number from ${STEPS.from} to ${STEPS.to}`;
const LEAST_KINDS = 3;
const MAX_PERSON = 256;
const PERSON = `a text of 1 to ${MAX_PERSON} characters`;

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
  person: z
    .string({ error: PERSON })
    .min(1, { error: PERSON })
    .max(MAX_PERSON, { error: PERSON })
    .optional()
    .describe(
      `Your own reference for the person, such as a user id. After ${ATTEMPTS.most} sessions in ${ATTEMPTS.withinMs / 60_000} minutes that were not passed, the next ones have to wait, longer each time. Stored as a keyed hash.`,
    ),
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

/** Opens a liveness session: a random sequence of movements for one check. */
export const openSession = (sessions: Pick<LivenessSessions, 'open'>): Route =>
  route({
    method: 'POST',
    path: '/liveness_session',
    caller: 'api-key',
    scope: 'liveness',
    cost: 'call',
    document: {
      operationId: 'openLivenessSession',
      tag: 'Liveness',
      summary: 'Liveness Session',
      description: `Chooses a random sequence of movements for one liveness check. The session expires after ${SESSION_MS / 60_000} minutes. The body may be empty.`,
    },
    body: optionalJsonBody(SessionBody),
    response: envelope('Opened liveness session.', SessionData, {
      description: 'The session and its movements.',
    }),
    errors: ['quota', 'too-many-liveness-sessions', 'too-many-attempts'],
    handle: ({ request, signal, body: { actions = LIVENESS_ACTIONS, steps, person } }) =>
      counted(request, countedCallOf(request), async () => {
        const { accountId } = request.account ?? { accountId: '' };
        const movements = randomSteps([...new Set(actions)], steps);
        const opened = await abortable(sessions.open(accountId, movements, person), signal);
        return {
          session: opened.session,
          steps: [...opened.steps],
          expires_at: new Date(opened.expiresAt).toISOString(),
        };
      }),
  });

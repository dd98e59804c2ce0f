import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ClientGone, ServiceError } from '../../errors.js';
import type { RequestMemory, MemoryBudget } from '../../work/memory-budget.js';
import type { Turns } from '../../work/turns.js';
import { queueKeyOf } from '../network.js';

export interface RequestScopeOptions {
  readonly deadlineMs: number;
  readonly budget: MemoryBudget;
  readonly turns: Turns;
  /** Fires when the service stops waiting for open requests. */
  readonly shutdown: AbortSignal;
}

/** What exists for the duration of a request: the signal that cancels its work, and its share of the memory. */
export interface RequestScope {
  /** Fires at the deadline or when the client disconnects; the reason is the error. */
  readonly signal: AbortSignal;
  readonly memory: RequestMemory;
  /**
   * Milliseconds that the call may be expected to wait in the queue: half of the time left until the deadline. The
   * other half is for the work, and for a wait that turns out longer.
   */
  readonly maxWaitMs: () => number;
  /** Does work on rows when it is the caller's turn. */
  readonly inTurn: <T>(piece: () => T | Promise<T>) => Promise<T>;
}

/** Gives each request one signal that cancels all its work: at the deadline, or when the client disconnects. */
export function addRequestScope(app: FastifyInstance, options: RequestScopeOptions): void {
  const { deadlineMs, budget, shutdown, turns } = options;
  app.decorateRequest('scope', null);
  app.decorateRequest('failure', null);
  const open = new Set<AbortController>();
  shutdown.addEventListener('abort', () => {
    const stopping = new ServiceError(
      'overloaded',
      'The service is stopping; try again shortly.',
      {},
      { because: 'stopping' },
    );
    for (const controller of open) controller.abort(stopping);
  });
  app.addHook('onRequest', (request, reply, done) => {
    const controller = new AbortController();
    const deadline = performance.now() + deadlineMs;
    const end = (error: Error): void => {
      controller.abort(error);
    };
    const memory = budget.open(
      () => ownerOf(request),
      (error) => {
        end(error);
        if (!reply.raw.writableEnded) return;
        // Nothing listens any more while a client reads its response slowly; only closing frees the memory then.
        request.failure ??= error;
        reply.raw.destroy();
      },
    );
    const timer = setTimeout(() => {
      end(new ServiceError('deadline', `The request took longer than ${deadlineMs} ms.`));
    }, deadlineMs);
    open.add(controller);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      open.delete(controller);
      memory.release();
      if (!reply.raw.writableFinished) end(new ClientGone());
    });
    reply.raw.once('finish', () => {
      cutEndlessBody(request.raw);
    });
    request.scope = {
      signal: controller.signal,
      memory,
      maxWaitMs: () => Math.max(0, deadline - performance.now()) / 2,
      inTurn: (piece) => turns.run(queueKeyOf(request), controller.signal, piece),
    };
    done();
  });
}

export function scopeOf({ scope }: FastifyRequest): RequestScope {
  if (scope === null) throw new Error('addRequestScope has not run for this request.');
  return scope;
}

/** Whose memory limit applies to a request: that of the account, by API key or session; requests without share one. */
const ownerOf = ({ account, memoryOwner }: FastifyRequest): string => account?.accountId ?? memoryOwner ?? '';

/** How long a client may keep sending after the response; closing the connection at once could lose the response. */
export const LINGER_MS = 5000;

function cutEndlessBody(request: IncomingMessage): void {
  if (request.complete) return;
  const cut = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, LINGER_MS);
  cut.unref();
}

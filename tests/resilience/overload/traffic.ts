import { setTimeout as sleep } from 'node:timers/promises';
import { WireConnection, type WireResponse } from '@facet/test-support';
import type { OfferedCall } from './offered-mix.js';

export interface Answered extends WireResponse {
  readonly kind: number;
  /** Milliseconds since the traffic began. */
  readonly sentAt: number;
  readonly heardAt: number;
}

export interface Traffic {
  readonly responses: readonly Answered[];
  /** Calls whose connection broke before they were answered. */
  readonly broken: number;
  readonly sent: number;
}

/** Closed-loop load: each caller sends the next call when the last is answered. */
export async function closedLoop(
  url: string,
  draw: () => OfferedCall,
  callers: number,
  durationMs: number,
): Promise<Traffic> {
  const log = new TrafficLog();
  const one = async (): Promise<void> => {
    const connection = new WireConnection(url);
    while (log.ageMs < durationMs) await log.send(connection, draw());
    connection.close();
  };
  await Promise.all(Array.from({ length: callers }, one));
  return log;
}

/** How often the sender checks whether calls are due. */
const TICK_MS = 5;
/** More than the service queues, plus those in transit. */
const MAX_CONNECTIONS = 1500;

/** The service may close an idle connection just when the next call is on its way. */
const MAX_IDLE_MS = 3000;

export interface OpenLoop {
  /** Resolves when the last call has been sent, whatever its outcome. */
  readonly sent: Promise<void>;
  /** Resolves when the last call has been answered. */
  readonly ended: Promise<Traffic>;
}

/** Open-loop load: calls are sent at a fixed rate, answered or not. */
export function openLoop(
  url: string,
  draw: () => OfferedCall,
  perSecond: number,
  durationMs: number,
): OpenLoop {
  const log = new TrafficLog();
  const free: { readonly connection: WireConnection; readonly since: number }[] = [];
  const underWay: Promise<void>[] = [];
  let opened = 0;
  const connection = (): WireConnection => {
    for (let last = free.pop(); last !== undefined; last = free.pop()) {
      if (last.connection.isOpen && log.ageMs - last.since < MAX_IDLE_MS) return last.connection;
      last.connection.close();
      opened--;
    }
    if (++opened > MAX_CONNECTIONS)
      throw new Error(`More than ${MAX_CONNECTIONS} calls wait for a response.`);
    return new WireConnection(url);
  };
  const sendOne = async (): Promise<void> => {
    const taken = connection();
    await log.send(taken, draw());
    free.push({ connection: taken, since: log.ageMs });
  };
  const sendAll = async (): Promise<void> => {
    while (log.ageMs < durationMs) {
      const due = (Math.min(log.ageMs, durationMs) / 1000) * perSecond;
      while (log.sent < due) underWay.push(sendOne());
      await sleep(TICK_MS);
    }
  };
  const sent = sendAll();
  const ended = sent.then(async () => {
    await Promise.all(underWay);
    for (const each of free) each.connection.close();
    return log;
  });
  return { sent, ended };
}

class TrafficLog implements Traffic {
  readonly #began = performance.now();
  readonly responses: Answered[] = [];
  broken = 0;
  sent = 0;

  get ageMs(): number {
    return performance.now() - this.#began;
  }

  async send(connection: WireConnection, { request, kind }: OfferedCall): Promise<void> {
    this.sent++;
    const sentAt = this.ageMs;
    try {
      const { status, code, ms } = await connection.send(request);
      this.responses.push({ kind, status, code, ms, body: NO_BODY, sentAt, heardAt: this.ageMs });
    } catch {
      this.broken++;
    }
  }
}

/** Bodies are not kept, so that the memory of the sender does not grow. */
const NO_BODY = Buffer.alloc(0);

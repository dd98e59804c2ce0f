import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { MemoryBudget } from '../../work/memory-budget.js';
import { pumpBody, type BodySink } from './body-stream.js';

const CHUNKS = 40;

/** A body whose bytes are all there: as fast as a sender can be. */
function fastBody(): IncomingMessage {
  let left = CHUNKS;
  const body = new Readable({
    read() {
      this.push(left-- > 0 ? Buffer.alloc(64 * 1024) : null);
    },
  });
  return Object.assign(body, { headers: {} }) as unknown as IncomingMessage;
}

/** Counts the turns of the event loop until it is stopped. */
function countTurns(): () => number {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return () => {
    isOver = true;
    return turns;
  };
}

it('lets other work run after every 64 kB of a body', async () => {
  let settle: (bytes: number) => void = () => undefined;
  let bytes = 0;
  const sink: BodySink<number> = {
    write: (chunk) => {
      bytes += chunk.length;
      return true;
    },
    end: () => {
      settle(bytes);
    },
    result: new Promise((resolve) => {
      settle = resolve;
    }),
    onDrain: () => undefined,
  };
  const limits = { bodyBytes: 1e9, imageBytes: 1e9 };
  const memory = new MemoryBudget(1e9).open(
    () => 'caller',
    () => undefined,
  );
  const turns = countTurns();
  const source = { request: fastBody(), limits, memory, signal: new AbortController().signal };
  expect(await pumpBody(source, sink)).toBe(CHUNKS * 64 * 1024);
  expect(turns()).toBeGreaterThanOrEqual(CHUNKS / 2);
});

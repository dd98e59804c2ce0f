import { EngineError } from '@facet/engine';
import { expect, it } from 'vitest';
import { EngineHolder } from './engine-source.js';
import { runChecks } from './readiness.js';
import { FakeEngine } from '../fake-engine.test.fixture.js';

const readiness = async (holder: EngineHolder): Promise<Record<string, boolean>> =>
  Object.fromEntries((await runChecks(holder.checks)).map(({ name, ready }) => [name, ready]));

const LONG_MS = 60_000;
const never = new AbortController().signal;

it('is ready only after one real inference', async () => {
  const engine = new FakeEngine();
  const holder = new EngineHolder(() => Promise.resolve(engine));
  await expect(holder.ready(never, LONG_MS)).rejects.toThrow(/still loading/);
  expect(await readiness(holder)).toEqual({ models: false, inference: false, workers: false });
  await holder.open();
  expect(await holder.ready(never, LONG_MS)).toBe(engine);
  expect(engine.finished).toBeGreaterThan(0);
  expect(await readiness(holder)).toEqual({ models: true, inference: true, workers: true });
});

it('is never ready if the models fail', async () => {
  const engine = new FakeEngine();
  engine.throws = new EngineError('model-corrupt');
  const holder = new EngineHolder(() => Promise.resolve(engine));
  await expect(holder.open()).rejects.toThrow(EngineError);
  await expect(holder.ready(never, LONG_MS)).rejects.toThrow(/still loading/);
  expect(await readiness(holder)).toEqual({ models: true, inference: false, workers: true });
  await holder.close();
});

it('is no longer ready when the engine is broken', async () => {
  const engine = new FakeEngine();
  const holder = new EngineHolder(() => Promise.resolve(engine));
  await holder.open();
  engine.broken = true;
  expect(await readiness(holder)).toEqual({ models: true, inference: true, workers: false });
});

it('is not ready while every worker is stuck in abandoned work', async () => {
  const engine = new FakeEngine();
  const holder = new EngineHolder(() => Promise.resolve(engine));
  await holder.open();
  engine.overdue = 1;
  expect(await readiness(holder)).toEqual({ models: true, inference: true, workers: false });
  engine.overdue = 0;
  expect(await readiness(holder)).toEqual({ models: true, inference: true, workers: true });
});

/** An engine that is there when the test says so. */
function slowStart(): { holder: EngineHolder; engine: FakeEngine; arrive: () => void } {
  const engine = new FakeEngine();
  let arrive: () => void = () => undefined;
  const arrived = new Promise<FakeEngine>((resolve) => {
    arrive = () => {
      resolve(engine);
    };
  });
  const holder = new EngineHolder(() => arrived);
  return { holder, engine, arrive };
}

it('lets calls wait for the end of the start', async () => {
  const { holder, engine, arrive } = slowStart();
  const opened = holder.open();
  const waiting = Array.from({ length: 5 }, () => holder.ready(never, LONG_MS));
  arrive();
  await opened;
  expect(await Promise.all(waiting)).toEqual([engine, engine, engine, engine, engine]);
});

it('lets no call wait for a long start, nor more than a fixed number of calls', async () => {
  const { holder, arrive } = slowStart();
  const opened = holder.open();
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => holder.ready(never, 50)));
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
  arrive();
  await opened;

  const crowded = slowStart();
  const opening = crowded.holder.open();
  const calls = Array.from({ length: 300 }, () =>
    crowded.holder.ready(never, LONG_MS).then(
      () => true,
      () => false,
    ),
  );
  crowded.arrive();
  await opening;
  expect((await Promise.all(calls)).filter((wentWell) => wentWell)).toHaveLength(256);
});

it('stops waiting when the call is cancelled', async () => {
  const { holder } = slowStart();
  void holder.open();
  const leaving = new AbortController();
  const call = holder.ready(leaving.signal, LONG_MS);
  leaving.abort(new Error('the caller has left'));
  await expect(call).rejects.toThrow('the caller has left');
});

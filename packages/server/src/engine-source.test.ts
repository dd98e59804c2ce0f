import { EngineError } from '@facet/engine';
import { expect, it } from 'vitest';
import { EngineHolder } from './engine-source.js';
import { runChecks } from './readiness.js';
import { FakeEngine } from './testing/fake-engine.test.fixture.js';

const readiness = async (holder: EngineHolder): Promise<Record<string, boolean>> =>
  Object.fromEntries((await runChecks(holder.checks)).map(({ name, ready }) => [name, ready]));

it('is ready only after one real inference', async () => {
  const engine = new FakeEngine();
  const holder = new EngineHolder(() => Promise.resolve(engine));
  expect(() => holder.ready()).toThrow(/still loading/);
  expect(await readiness(holder)).toEqual({ models: false, inference: false, workers: false });
  await holder.open();
  expect(holder.ready()).toBe(engine);
  expect(engine.finished).toBeGreaterThan(0);
  expect(await readiness(holder)).toEqual({ models: true, inference: true, workers: true });
});

it('is never ready with models that cannot infer', async () => {
  const engine = new FakeEngine();
  engine.throws = new EngineError('model-corrupt');
  const holder = new EngineHolder(() => Promise.resolve(engine));
  await expect(holder.open()).rejects.toThrow(EngineError);
  expect(() => holder.ready()).toThrow();
  expect(await readiness(holder)).toEqual({ models: true, inference: false, workers: true });
  await holder.close();
});

it('is no longer ready when the engine has given up', async () => {
  const engine = new FakeEngine();
  const holder = new EngineHolder(() => Promise.resolve(engine));
  await holder.open();
  engine.broken = true;
  expect(await readiness(holder)).toEqual({ models: true, inference: true, workers: false });
});

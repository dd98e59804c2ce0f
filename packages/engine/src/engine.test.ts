import type { Engine, EngineOptions } from '@facet/engine';
import { describe, expect, it } from 'vitest';
import { engineOpener } from './engine.js';

/** Stands for an engine: only which one it is matters here. */
const engine = (): Engine => ({}) as Engine;

describe('engineOpener', () => {
  it('opens once for all calls, with the options given', async () => {
    const asked: EngineOptions[] = [];
    const open = engineOpener({ workers: 3 }, (options = {}) => {
      asked.push(options);
      return Promise.resolve(engine());
    });
    expect(asked).toEqual([]);
    const [first, second] = await Promise.all([open(), open()]);
    expect(second).toBe(first);
    expect(await open()).toBe(first);
    expect(asked).toEqual([{ workers: 3 }]);
  });

  it('tries again after a failure, which every waiting caller receives', async () => {
    const sound = engine();
    const attempts = [Promise.reject(new Error('no models')), Promise.resolve(sound)];
    const open = engineOpener({}, () => attempts.shift() ?? Promise.reject(new Error('once too often')));
    const outcomes = await Promise.allSettled([open(), open()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await open()).toBe(sound);
    expect(await open()).toBe(sound);
  });

  it('is a separate way for each owner', async () => {
    const make = (): Promise<Engine> => Promise.resolve(engine());
    expect(await engineOpener({}, make)()).not.toBe(await engineOpener({}, make)());
  });
});

import { describe, expect, it } from 'vitest';
import { hostResolver } from './resolve-host.js';
import { parseAllowList } from './url-guard.js';

const signal = new AbortController().signal;
/** A port at which no name server answers. */
const servers = ['127.0.0.1:9'];

describe('names that the operator has allowed', () => {
  it.each(['photos.intern', 'PHOTOS.intern.'])(
    '%s is looked up as the operating system does',
    async (name) => {
      const requested: string[] = [];
      const resolve = hostResolver({
        allow: parseAllowList(['photos.intern:8000']),
        servers,
        systemLookup: (hostname) => {
          requested.push(hostname);
          return Promise.resolve(['10.0.0.1']);
        },
      });
      expect(await resolve(name, signal)).toEqual(['10.0.0.1']);
      expect(requested).toEqual(['photos.intern']);
    },
  );

  it('are looked up one at a time, also after a failure', async () => {
    let underWay = 0;
    let most = 0;
    const resolve = hostResolver({
      allow: parseAllowList(['photos.intern']),
      systemLookup: async () => {
        most = Math.max(most, ++underWay);
        await new Promise(setImmediate);
        underWay -= 1;
        throw new Error('unknown');
      },
    });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => resolve('photos.intern', signal)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
    expect(most).toBe(1);
  });

  it('are not looked up for a fetch that has ended while it waited', async () => {
    let requested = 0;
    let response: (addresses: string[]) => void = () => undefined;
    const resolve = hostResolver({
      allow: parseAllowList(['photos.intern']),
      systemLookup: () => {
        requested += 1;
        return new Promise((done) => {
          response = done;
        });
      },
    });
    const first = resolve('photos.intern', signal);
    const second = resolve('photos.intern', AbortSignal.abort(new Error('Too late.')));
    await new Promise(setImmediate);
    response(['10.0.0.1']);
    expect(await first).toEqual(['10.0.0.1']);
    await expect(second).rejects.toThrow('Too late.');
    expect(requested).toBe(1);
  });
});

describe('names in requests', () => {
  it.each(['localhost', 'LocalHost.', 'photos.localhost'])('%s is this machine', async (name) => {
    expect(await hostResolver({ allow: parseAllowList([]), servers })(name, signal)).toEqual(['127.0.0.1']);
  });

  it('never reach the lookup of the operating system', async () => {
    const systemLookup = (): Promise<never> => Promise.reject(new Error('It was asked.'));
    const resolve = hostResolver({ allow: parseAllowList(['photos.intern']), servers, systemLookup });
    await expect(resolve('photos.example', signal)).rejects.not.toThrow('It was asked.');
  });
});

import { describe, expect, it } from 'vitest';
import { connectionsWithin, tooFewOpenFiles } from './open-files.js';

describe('the limit of open files', () => {
  it('prevents a start that cannot succeed, with a message', () => {
    expect(tooFewOpenFiles(64)).toMatch(/may open 64 files at most, and needs 512 or more\. Raise the limit/);
    expect(tooFewOpenFiles(1024)).toBe(null);
    expect(tooFewOpenFiles(Infinity)).toBe(null);
  });

  it('leaves room for more than connections', () => {
    expect(connectionsWithin(4096, 20_000)).toBe(4096);
    expect(connectionsWithin(4096, 1024)).toBe(864);
    expect(connectionsWithin(4096, Infinity)).toBe(4096);
  });
});

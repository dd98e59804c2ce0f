import { describe, expect, it } from 'vitest';
import { explainFailure } from './failure-notice.js';

const rejected = (code: string, retryAfterSeconds?: number): Parameters<typeof explainFailure>[0] => ({
  kind: 'rejected',
  status: 400,
  code,
  message: 'What the service said.',
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

describe('explainFailure', () => {
  it.each([
    ['4003', 'plans'],
    ['4004', 'plans'],
    ['4292', 'plans'],
    ['4291', 'wait'],
    ['4294', 'sign-up'],
    ['5003', 'wait'],
    ['3001', 'other-photo'],
    ['3202', 'other-photo'],
    ['4001', 'account'],
    ['4002', 'refresh'],
    ['5000', 'try-again'],
  ])('says what to do about %s', (code, remedy) => {
    expect(explainFailure(rejected(code)).remedy).toBe(remedy);
  });

  it('says how long to wait', () => {
    const { advice, waitSeconds } = explainFailure(rejected('4291', 2));
    expect(advice).toContain('in 2 seconds');
    expect(waitSeconds).toBe(2);
    expect(explainFailure(rejected('4292', 7 * 86_400)).advice).toContain('in 7 days');
    expect(explainFailure(rejected('4294', 3600)).advice).toContain('in 1 hour');
  });

  it('shows the message of the service for an unknown code', () => {
    expect(explainFailure(rejected('2002'))).toMatchObject({
      advice: 'What the service said.',
      remedy: 'try-again',
    });
  });

  it('suggests another photo when the file cannot be read any more', () => {
    expect(explainFailure({ kind: 'lost-file', message: 'It was moved.' })).toMatchObject({
      advice: 'It was moved.',
      remedy: 'other-photo',
    });
  });

  it.each(['offline', 'unreachable', 'timeout'] as const)('offers another try when %s', (kind) => {
    const { advice, remedy } = explainFailure({ kind, message: 'Nothing came.' });
    expect(advice).toMatch(/^Nothing came\. .+/);
    expect(remedy).toBe('try-again');
  });
});

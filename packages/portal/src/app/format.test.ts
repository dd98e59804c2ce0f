import { describe, expect, it } from 'vitest';
import { afterThisPeriod, byteSizeText, calls, durationText, peopleText } from './format.js';

const period_end = '2026-03-31T10:00:00.000Z';

describe('what follows the current period', () => {
  it('is a new period while the plan goes on', () => {
    expect(afterThisPeriod({ period_end, ends_at: null })).toBe('A new period starts on 31 March 2026.');
  });

  it('is nothing where the plan is cancelled', () => {
    const words = afterThisPeriod({ period_end, ends_at: period_end });
    expect(words).toBe('Your plan ends on 31 March 2026 and does not renew.');
    expect(words).not.toContain('new period');
  });

  it('is a new period where the plan ends in a later one', () => {
    expect(afterThisPeriod({ period_end, ends_at: '2026-05-15T00:00:00Z' })).toBe(
      'A new period starts on 31 March 2026. Your plan ends on 15 May 2026.',
    );
  });
});

it('counts calls in the singular and the plural', () => {
  expect([0, 1, 1300].map(calls)).toEqual(['0 calls', '1 call', '1,300 calls']);
  expect([1, 2].map(peopleText)).toEqual(['1 person', '2 people']);
});

describe('a time span', () => {
  it.each([
    [0, '0 seconds'],
    [59.2, '1 minute'],
    [61, '2 minutes'],
    [3600, '1 hour'],
    [86_401, '2 days'],
  ])('of %d seconds is %s, never less', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

it.each([
  [512, '512 bytes'],
  [1536, '1.5 KB'],
  [48 * 1024, '48 KB'],
  [2.25 * 1024 * 1024, '2.3 MB'],
])('says %d bytes as %s', (bytes, text) => {
  expect(byteSizeText(bytes)).toBe(text);
});

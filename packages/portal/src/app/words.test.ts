import { describe, expect, it } from 'vitest';
import { afterThisPeriod } from './words.js';

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

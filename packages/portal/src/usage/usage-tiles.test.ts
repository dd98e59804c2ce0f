import { describe, expect, it } from 'vitest';
import type { Quota, UsageRow } from '../api/account.types.js';
import { quotaOutlook } from './usage-tiles.js';

const NOW = Date.parse('2026-03-11T12:00:00Z');
const quota = (used: number, limit: number | null = 1000): Quota => ({
  limit,
  used,
  remaining: limit === null ? null : limit - used,
  period_start: '2026-03-01T12:00:00Z',
  period_end: '2026-03-31T12:00:00Z',
});
const row = (day: string, calls: number, outcome = '1000'): UsageRow => ({
  day,
  operation: '/match_faces',
  outcome,
  calls,
});

describe('how long the quota lasts', () => {
  it('is until the end of the period, where the pace allows', () => {
    expect(quotaOutlook(quota(0), [], NOW).value).toBe('20 days');
    expect(quotaOutlook(quota(70), [row('2026-03-10', 70)], NOW)).toEqual({
      value: '20 days',
      detail: 'The period ends on 31 March 2026.',
    });
  });

  it('is less at the pace of the last seven days', () => {
    const outlook = quotaOutlook(quota(300), [row('2026-03-05', 300), row('2026-03-11', 400)], NOW);
    expect(outlook.value).toBe('7 days');
    expect(outlook.detail).toContain('rejected until 31 March 2026');
    expect(quotaOutlook(quota(950), [row('2026-03-11', 700)], NOW).value).toBe('Under a day');
  });

  it('takes neither older days nor rejected calls for the pace', () => {
    const rows = [row('2026-03-04', 5000), row('2026-03-11', 9000, '4291')];
    expect(quotaOutlook(quota(10), rows, NOW).value).toBe('20 days');
  });

  it.each([
    [null, 'No plan'],
    [quota(1000), 'Used up'],
    [quota(40, null), 'No limit'],
  ])('has words where there is nothing to count', (given, value) => {
    expect(quotaOutlook(given, [], NOW).value).toBe(value);
  });
});

import { describe, expect, it } from 'vitest';
import { dayProblem } from './change-dialog.js';

const NOW = Date.parse('2026-03-10T23:00:00Z');

describe('the last day of a plan', () => {
  it.each(['2026-03-10', '2026-03-11', '2090-12-31'])('may be %s', (day) => {
    expect(dayProblem(day, NOW)).toBeUndefined();
  });

  it.each(['', 'tomorrow', '2026-3-1', '2026-13-01'])('is no day: "%s"', (day) => {
    expect(dayProblem(day, NOW)).toMatch(/Enter a day, such as/);
  });

  it('must not be over', () => {
    expect(dayProblem('2026-03-09', NOW)).toMatch(/today or a later date/);
  });
});

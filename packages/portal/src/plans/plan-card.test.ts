import { describe, expect, it } from 'vitest';
import type { OfferedPlan, Subscription } from '../api/account.types.js';
import { changeWords, planToStartWith, stepTo } from './plan-card.js';

const plan = (id: string, calls_per_month: number | null): OfferedPlan => ({
  id,
  name: id,
  summary: '',
  calls_per_month,
  calls_per_second: 2,
  burst: 5,
});

const on = (id: string, rest: Partial<Subscription> = {}): Subscription => ({
  plan: plan(id, 1000),
  started_at: '2026-01-31T10:00:00Z',
  ends_at: null,
  period_start: '2026-02-28T10:00:00Z',
  period_end: '2026-03-31T10:00:00Z',
  used: 40,
  active: true,
  ...rest,
});

describe('the step to a plan', () => {
  it.each([
    ['choose', 'free', null],
    ['choose', 'free', on('free', { active: false })],
    ['current', 'free', on('free')],
    ['resume', 'free', on('free', { ends_at: '2026-03-31T10:00:00Z' })],
    ['change', 'starter', on('free')],
  ] as const)('is "%s" to %s', (step, id, subscription) => {
    expect(stepTo(plan(id, 1000), subscription)).toBe(step);
  });
});

describe('the description of a plan change', () => {
  it('says that the period and its calls stay', () => {
    const words = changeWords(plan('starter', 25_000), on('free')).join(' ');
    expect(words).toContain('31 March 2026');
    expect(words).toContain('40 calls');
    expect(words).not.toContain('rejected');
    expect(words).not.toContain('cancellation');
  });

  it('warns when the calls already made fill the new plan', () => {
    expect(changeWords(plan('free', 40), on('starter')).join(' ')).toContain(
      'calls are rejected until 31 March 2026',
    );
  });

  it('says that a cancellation is withdrawn', () => {
    const cancelled = on('free', { ends_at: '2026-03-31T10:00:00Z' });
    expect(changeWords(plan('starter', null), cancelled).join(' ')).toContain('cancellation is withdrawn');
  });
});

const OFFERED = [plan('free', 1000), plan('starter', 1000)];

describe('the plan of a new account', () => {
  it.each([
    [null, 'free'],
    ['starter', 'starter'],
    ['unlimited', 'free'],
  ])('is, with %s chosen before, %s', (chosen, id) => {
    expect(planToStartWith(OFFERED, chosen)?.id).toBe(id);
  });

  it('is none where the operator offers none', () => {
    expect(planToStartWith([], 'free')).toBeNull();
  });
});

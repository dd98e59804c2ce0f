import { describe, expect, it } from 'vitest';
import type { OfferedPlan } from '../api/account.types.js';
import { planToStartWith } from './sign-up-page.js';

const plan = (id: string): OfferedPlan => ({
  id,
  name: id,
  summary: '',
  calls_per_month: 1000,
  calls_per_second: 2,
  burst: 5,
});
const OFFERED = [plan('free'), plan('starter')];

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

import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors.js';
import { TrialBudget, type TrialBound, type TrialLimits } from './trial-budget.js';

const MINUTE_MS = 60_000;

const WIDE: TrialLimits = {
  callsPerNetwork: 1000,
  callsInAll: 1000,
  openPerNetwork: 1000,
  openInAll: 1000,
  workers: 1,
};

/** A budget on a clock that the test moves. */
function budgetWith(limits: Partial<TrialLimits>): {
  budget: TrialBudget;
  pass: (ms: number) => void;
  bounds: TrialBound[];
} {
  let clock = 1000;
  const bounds: TrialBound[] = [];
  const budget = new TrialBudget(
    { ...WIDE, ...limits },
    (bound) => bounds.push(bound),
    () => clock,
  );
  return {
    budget,
    bounds,
    pass: (ms) => {
      clock += ms;
    },
  };
}

const callAndEnd = (budget: TrialBudget, network: string): void => {
  budget.open(network).close();
};

function rejectionOf(call: () => void): ServiceError {
  try {
    call();
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('The call was let in.');
}

describe('the trial budget', () => {
  it('gives each network its calls per hour, and refills them evenly', () => {
    const { budget, pass, bounds } = budgetWith({ callsPerNetwork: 6 });
    for (let n = 0; n < 6; n++) callAndEnd(budget, 'a');
    const rejection = rejectionOf(() => budget.open('a'));
    expect(rejection).toMatchObject({ code: 'trial-limit', details: { retryAfterSeconds: 600 } });
    callAndEnd(budget, 'b');
    pass(10 * MINUTE_MS);
    callAndEnd(budget, 'a');
    expect(() => budget.open('a')).toThrow(ServiceError);
    expect(bounds).toEqual(['calls-of-network', 'calls-of-network']);
  });

  it('limits the calls of all networks together', () => {
    const { budget, bounds } = budgetWith({ callsPerNetwork: 3, callsInAll: 5 });
    for (let n = 0; n < 5; n++) callAndEnd(budget, `network ${n}`);
    expect(budget.callsLeft).toBe(0);
    for (let n = 5; n < 50; n++) expect(() => budget.open(`network ${n}`)).toThrow(ServiceError);
    expect(new Set(bounds)).toEqual(new Set(['calls']));
    // Who was rejected costs no memory.
    expect(budget.knownNetworks).toBe(5);
  });

  it('limits open calls, per network and in total', () => {
    const { budget, bounds } = budgetWith({ openPerNetwork: 2, openInAll: 3 });
    const first = budget.open('a');
    budget.open('a');
    expect(rejectionOf(() => budget.open('a')).details).toEqual({ retryAfterSeconds: 2 });
    budget.open('b');
    expect(() => budget.open('c')).toThrow(ServiceError);
    expect(bounds).toEqual(['open-of-network', 'open']);
    first.close();
    first.close();
    expect(budget.openCalls).toBe(2);
    budget.open('c');
  });

  it('limits the time of the workers, which is known only afterwards', () => {
    const { budget, pass, bounds } = budgetWith({ workers: 0.25 });
    callAndEnd(budget, 'a');
    // A quarter of four minutes, and ten seconds more.
    budget.countWork(70_000);
    expect(rejectionOf(() => budget.open('b')).details).toEqual({ retryAfterSeconds: 40 });
    expect(bounds).toEqual(['work']);
    pass(40_000);
    callAndEnd(budget, 'b');
  });

  it('forgets a network an hour after its last call, but not while a call of it is open', () => {
    const { budget, pass } = budgetWith({});
    const open = budget.open('a');
    callAndEnd(budget, 'b');
    pass(61 * MINUTE_MS);
    callAndEnd(budget, 'c');
    expect(budget.knownNetworks).toBe(3);
    open.close();
    callAndEnd(budget, 'c');
    expect(budget.knownNetworks).toBe(1);
  });
});

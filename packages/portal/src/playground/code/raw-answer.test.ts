import { expect, it } from 'vitest';
import { allowanceLines } from './raw-answer.js';
import { parseHeaders } from '../../analysis/send.js';

it('shows the allowance of the plan, and nothing where there is no limit', () => {
  const headers = parseHeaders(
    'ratelimit-limit: 5\nratelimit-remaining: 4\nratelimit-reset: 1\nx-quota-limit: 1000\nx-quota-remaining: 0\nx-quota-reset: 90000',
  );
  expect(allowanceLines({ headers })).toEqual([
    { label: 'Rate', text: '4 of 5 left, full again in 1 second' },
    { label: 'Quota', text: '0 of 1,000 left, resets in 2 days' },
  ]);
  expect(allowanceLines({ headers: [] })).toEqual([]);
});

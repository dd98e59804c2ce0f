import { expect, it } from 'vitest';
import { limitLines } from './raw-response.js';
import { parseHeaders } from '../../analysis/send.js';

it('shows the status of the plan, and nothing where there is no limit', () => {
  const headers = parseHeaders(
    'ratelimit-limit: 5\nratelimit-remaining: 4\nratelimit-reset: 1\nx-quota-limit: 1000\nx-quota-remaining: 0\nx-quota-reset: 90000',
  );
  expect(limitLines({ headers })).toEqual([
    { label: 'Rate', text: '4 of 5 left, full again in 1 second' },
    { label: 'Quota', text: '0 of 1,000 left, resets in 2 days' },
  ]);
  expect(limitLines({ headers: [] })).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { failureTitle } from './failure-messages.js';
import { FailedCall, failureOf } from './failure.js';

describe('the titles of failures', () => {
  it.each([
    [{ kind: 'offline' }, 'You are offline'],
    [{ kind: 'timeout' }, 'The service is taking too long'],
    [{ kind: 'unreachable' }, 'The service cannot be reached'],
    [{ kind: 'rejected', code: '4292', status: 429 }, 'Your monthly quota is used up'],
    [{ kind: 'rejected', code: '4293', status: 429 }, 'Too many attempts'],
    [{ kind: 'rejected', code: '4294', status: 429 }, 'The free trial is used up for now'],
    [{ kind: 'lost-file' }, 'This photo cannot be read'],
    [{ kind: 'rejected', code: '3001', status: 422 }, 'No face found'],
    [{ kind: 'rejected', code: '3104', status: 422 }, 'This photo cannot be used'],
    [{ kind: 'rejected', code: '5000', status: 500 }, 'Something went wrong on the server'],
    [{ kind: 'rejected', code: '4011', status: 401 }, 'That did not work'],
    [{ kind: 'rejected', status: 502 }, 'Something went wrong on the server'],
  ] as const)('%o is "%s"', (failure, title) => {
    expect(failureTitle({ message: '', ...failure })).toBe(title);
  });

  it('makes a failure of whatever was thrown', () => {
    const failure = { kind: 'offline', message: 'No connection.' } as const;
    expect(failureOf(new FailedCall(failure))).toBe(failure);
    expect(failureOf(new TypeError('x is undefined')).message).toMatch(/unexpected problem/);
  });
});

import type { Failure } from './failure.js';

/** The head of a failure; its message says the rest. */
export function failureTitle({ kind, code, status = 0 }: Failure): string {
  if (kind === 'offline') return 'You are offline';
  if (kind === 'timeout') return 'The service takes too long';
  if (kind === 'unreachable') return 'The service cannot be reached';
  if (code === '4292') return 'Your quota is used up';
  if (code === '4291' || code === '4293') return 'Too fast';
  if (code === '4003') return 'No plan yet';
  if (code === '4004') return 'Your plan has ended';
  if (code === '4005') return 'This account is suspended';
  if (code === '5003') return 'The service is temporarily unavailable';
  if (code?.startsWith('3') === true) return 'The photo does not fit';
  if (status >= 500) return 'Something went wrong on the server';
  return 'That did not work';
}

import { expect, it } from 'vitest';
import { withUserInfo } from './provider.js';

it('takes address and verification from one place: the signed token, or where it has none, the user info', () => {
  const token = { sub: 'ada', email: 'ada@example.org', name: 'Ada' };
  const info = { sub: 'ada', email: 'eve@example.org', email_verified: true, name: 'Eve', groups: ['a'] };
  // An address of the token is not verified by what the user info says of another, or of none.
  expect(withUserInfo(token, info)).toEqual({ ...token, email_verified: undefined, groups: ['a'] });
  expect(withUserInfo(token, { sub: 'ada', email_verified: true })).toEqual({
    ...token,
    email_verified: undefined,
  });
  expect(withUserInfo({ ...token, email_verified: false }, info)['email_verified']).toBe(false);
  // And the other way round.
  expect(
    withUserInfo({ sub: 'ada', email_verified: true }, { sub: 'ada', email: 'eve@example.org' }),
  ).toEqual({
    sub: 'ada',
    email: 'eve@example.org',
    email_verified: undefined,
  });
  expect(withUserInfo({ sub: 'ada' }, info)).toEqual(info);
});

it('accepts no user info of another subject', () => {
  expect(() => withUserInfo({ sub: 'ada' }, { sub: 'eve', email: 'eve@example.org' })).toThrow();
});

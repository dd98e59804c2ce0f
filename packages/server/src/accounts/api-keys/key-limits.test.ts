import { expect, it } from 'vitest';
import { z } from 'zod';
import { keyRejection } from '../meter/plan-rules.js';
import {
  keyLimitFields,
  keyLimits,
  limitsOfRow,
  NO_LIMITS,
  storedLimits,
  type KeyLimits,
} from './key-limits.js';

const NOW = Date.parse('2027-01-01T00:00:00Z');
const Body = z.object(keyLimitFields);
const given = (body: object): KeyLimits => keyLimits(Body.parse(body), NOW);

it('are none unless they are given, and survive the database', () => {
  expect(given({})).toEqual(NO_LIMITS);
  for (const limits of [
    NO_LIMITS,
    given({ scopes: ['manage', 'analyse'], expires_at: '2027-02-01T00:00:00Z' }),
    given({ origins: [] }),
    given({ origins: ['https://a.example', 'http://localhost:5173'], scopes: ['search'] }),
  ]) {
    const { scopes, ...others } = limitsOfRow(storedLimits(limits));
    expect({ ...others, scopes: scopes && [...scopes].sort() }).toEqual({
      ...limits,
      scopes: limits.scopes && [...limits.scopes].sort(),
    });
  }
});

it('of a web page are to analyse and to search at most', () => {
  expect(given({ origins: ['https://a.example'] }).scopes).toEqual(['analyse', 'search']);
  expect(given({ origins: [], scopes: ['analyse'] }).scopes).toEqual(['analyse']);
  for (const scope of ['enrol', 'manage', 'liveness'])
    expect(() => given({ origins: [], scopes: ['analyse', scope] }), scope).toThrow('scopes');
});

it.each([
  { scopes: [] },
  { scopes: ['everything'] },
  { scopes: 'analyse' },
  { expires_at: '2026-12-31T00:00:00Z' },
  { expires_at: '2027-02-31T00:00:00Z' },
  { expires_at: 'tomorrow' },
  { origins: ['a.example'] },
  { origins: ['https://a.example/'] },
  { origins: ['https://a.example/path'] },
  { origins: ['https://A.example'] },
  { origins: ['https://u:p@a.example'] },
  { origins: ['https://a.example https://b.example'] },
  { origins: ['javascript:alert(1)'] },
  { origins: ['null'] },
  { origins: ['*'] },
  { origins: Array(11).fill('https://a.example') },
])('cannot be %j', (body) => {
  expect(() => given(body)).toThrow();
});

it('let nothing through that they do not name', () => {
  const key = (limits: Partial<KeyLimits>) => {
    const { scopes, expires_at, origins } = storedLimits({ ...NO_LIMITS, ...limits });
    return { scopes, origins, expiresAt: expires_at };
  };
  expect(keyRejection(key({}), {}, NOW)).toBeNull();
  // A use that names no scope, as a forgotten one would.
  expect(keyRejection(key({ scopes: ['analyse'] }), {}, NOW)).toBe('api-key-scope');
  expect(keyRejection(key({ expiresAt: NOW }), { scope: 'analyse' }, NOW)).toBe('api-key-expired');
  expect(keyRejection(key({ expiresAt: NOW + 1 }), { scope: 'analyse' }, NOW)).toBeNull();
});

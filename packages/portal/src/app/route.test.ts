import { describe, expect, it } from 'vitest';
import { parseHash } from './route.js';

describe('a route', () => {
  it.each([
    ['', '/'],
    ['#', '/'],
    ['#/', '/'],
    ['#/usage', '/usage'],
    ['#/usage/', '/usage'],
    ['#/playground/detect', '/playground/detect'],
  ])('of "%s" has the path %s', (hash, path) => {
    expect(parseHash(hash).path).toBe(path);
  });

  it('has a query, decoded', () => {
    const { path, query } = parseHash('#/reset?token=a%2Bb%3D');
    expect(path).toBe('/reset');
    expect(query.get('token')).toBe('a+b=');
  });
});

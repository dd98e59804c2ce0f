import { expect, it } from 'vitest';
import { defaultCacheDir } from './host.js';

it.each([
  ['linux', {}, '/home/u', '/home/u/.cache/facet'],
  ['linux', { XDG_CACHE_HOME: '/var/cache/u' }, '/home/u', '/var/cache/u/facet'],
  ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/u', '/home/u/.cache/facet'],
  ['linux', { XDG_CACHE_HOME: '' }, '/home/u', '/home/u/.cache/facet'],
  ['darwin', { XDG_CACHE_HOME: '/x' }, '/Users/u', '/Users/u/Library/Caches/facet'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\u', 'D:\\Local\\facet\\Cache'],
  ['win32', {}, 'C:\\Users\\u', 'C:\\Users\\u\\AppData\\Local\\facet\\Cache'],
] as const)('on %s with %j', (platform, env, homeDir, expected) => {
  expect(defaultCacheDir({ platform, env, homeDir })).toBe(expected);
});

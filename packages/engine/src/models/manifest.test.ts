import { describe, expect, it } from 'vitest';
import { TARBALLS, WEIGHTS } from './manifest.js';

describe('the manifest', () => {
  it('names each file once and pins it by a full SHA-256', () => {
    expect(new Set(WEIGHTS.map((file) => file.name)).size).toBe(WEIGHTS.length);
    expect(new Set(WEIGHTS.map((file) => file.sha256)).size).toBe(WEIGHTS.length);
    for (const file of WEIGHTS) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(WEIGHTS) && Object.isFrozen(TARBALLS)).toBe(true);
    for (const file of WEIGHTS) expect(Object.isFrozen(file) && Object.isFrozen(file.tarball)).toBe(true);
  });

  it('has permissive licences only', () => {
    expect(new Set(WEIGHTS.map((file) => file.license))).toEqual(new Set(['Apache-2.0', 'MIT', 'CC-BY-4.0']));
  });

  it('downloads 58.0 MB, as the documentation says', () => {
    const used = new Set(WEIGHTS.flatMap(({ tarball }) => tarball ?? []));
    expect(used).toEqual(new Set(Object.values(TARBALLS)));
    const bytes = [...used].reduce((sum, tarball) => sum + tarball.bytes, 0);
    expect((bytes / 1e6).toFixed(1)).toBe('58.0');
  });
});

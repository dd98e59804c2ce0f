import { describe, expect, it } from 'vitest';
import { WEIGHTS } from './manifest.js';
import { SAMPLE_PHOTOS } from './sample-photos.js';
import { TARBALLS } from './tarballs.js';

const ALL = [...WEIGHTS, ...SAMPLE_PHOTOS];

describe('the manifest', () => {
  it('names each file once and pins it by a full SHA-256', () => {
    expect(new Set(ALL.map((file) => file.name)).size).toBe(ALL.length);
    expect(new Set(ALL.map((file) => file.sha256)).size).toBe(ALL.length);
    for (const file of ALL) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(WEIGHTS) && Object.isFrozen(SAMPLE_PHOTOS) && Object.isFrozen(TARBALLS)).toBe(
      true,
    );
    for (const file of ALL) expect(Object.isFrozen(file) && Object.isFrozen(file.tarball)).toBe(true);
  });

  it('has permissive licences only', () => {
    expect(new Set(ALL.map((file) => file.license))).toEqual(new Set(['Apache-2.0', 'MIT', 'CC-BY-4.0']));
  });

  it('downloads 51.9 MB, as the documentation says', () => {
    const used = new Set(ALL.flatMap(({ tarball }) => tarball ?? []));
    expect(used).toEqual(new Set(Object.values(TARBALLS)));
    const bytes = [...used].reduce((sum, tarball) => sum + tarball.bytes, 0);
    expect((bytes / 1e6).toFixed(1)).toBe('51.9');
  });
});

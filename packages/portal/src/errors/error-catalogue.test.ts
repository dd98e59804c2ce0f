import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ENROLMENT_LIMITS,
  ERROR_CATALOGUE,
  ERROR_GROUPS,
  errorOfCode,
  isCounted,
  QUALITY_LIMITS,
} from './error-catalogue.js';

const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
const documented = [...page.matchAll(/^- \*\*(\d{4})\*\* /gm)].map(([, code]) => code);

describe('the error catalogue', () => {
  it('has every code of the service, each in one group', () => {
    const shown = ERROR_GROUPS.flatMap(({ errors }) => errors.map(({ code }) => code));
    expect(documented.length).toBeGreaterThan(20);
    expect([...shown].sort()).toEqual([...documented].sort());
  });

  it('has sentences without Markdown', () => {
    for (const { code, message, advice } of ERROR_CATALOGUE) {
      expect(message, code).toMatch(/^[A-Z][^|`]+\.$/);
      expect(advice, code).toMatch(/^[A-Z][^|`]+\.$/);
    }
  });

  it('finds a code', () => {
    expect(errorOfCode('3001')?.message).toBe('No face detected.');
    expect(errorOfCode('9999')).toBeUndefined();
  });
});

it('knows which calls count against the quota', () => {
  expect(['1000', '3001', '3101', '3104'].map(isCounted)).toEqual([true, true, true, true]);
  expect(['2003', '3201', '4291', '5000', '9999', ''].filter(isCounted)).toEqual([]);
});

describe('the limits', () => {
  it('are those of the specification for quality=1', () => {
    expect(QUALITY_LIMITS).toEqual({ size: 60, illumination: 70, yaw: 50 });
  });

  it('are stated for every rule that the camera guide checks', () => {
    expect(ENROLMENT_LIMITS).toMatchObject({ size: 90, evenness: 0.5, eyes_open: 0.16, mouth_closed: 0.08 });
    for (const limit of Object.values(ENROLMENT_LIMITS)) expect(limit).toBeGreaterThan(0);
  });
});

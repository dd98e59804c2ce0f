import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, ERROR_GROUPS, errorOfCode } from './error-catalogue.js';
import { ENROLMENT_RULES, enrolmentLimit, isCounted, QUALITY_LIMITS } from './error-rules.js';

describe('the error catalogue', () => {
  it('has every code of the service in one group', () => {
    const shown = ERROR_GROUPS.flatMap(({ errors }) => errors.map(({ code }) => code));
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.sort()).toEqual(ERROR_CATALOGUE.map(({ code }) => code).sort());
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

  it('are stated for every rule of the enrolment check', () => {
    expect([enrolmentLimit('size'), enrolmentLimit('evenness'), enrolmentLimit('eyes_open')]).toEqual([
      90, 0.5, 0.16,
    ]);
    expect(ENROLMENT_RULES).toContainEqual({
      rule: 'mouth_closed',
      limit: 'at most 0.08',
      advice: 'Close the mouth.',
    });
    expect(ENROLMENT_RULES.find(({ rule }) => rule === 'size')?.limit).toBe('at least 90 pixels');
  });
});

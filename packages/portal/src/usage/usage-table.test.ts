import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REJECTED, scaleTop, seriesClass, usageTable } from './usage-table.js';

const row = (day: string, operation: string, outcome: string, calls: number) => ({
  day,
  operation,
  outcome,
  calls,
});

describe('the usage table', () => {
  it('has every day of the range, also across the end of a month, and none outside of it', () => {
    const table = usageTable([row('2026-02-26', 'match_faces', '1000', 3)], 3, '2026-03-01');
    expect(table.days.map(({ day }) => day)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(table.analysed).toBe(0);
    expect(table.series).toEqual([]);
  });

  it('adds up analysed calls by operation, and rejected calls separately', () => {
    const table = usageTable(
      [
        row('2026-03-01', 'get_face_vec', '1000', 2),
        row('2026-03-01', 'get_face_vec', '3102', 1),
        row('2026-03-01', 'match_faces', '3001', 7),
        row('2026-03-01', 'match_faces', 'abandoned', 1),
        row('2026-03-01', 'match_faces', 'unfinished', 1),
        row('2026-03-01', 'match_faces', '4292', 5),
        row('2026-03-01', 'get_face_vec', '3201', 1),
      ],
      1,
      '2026-03-01',
    );
    expect(table.series).toEqual(['match_faces', 'get_face_vec', 'rejected']);
    expect(table.days).toEqual([{ day: '2026-03-01', calls: [9, 3, 6], total: 18 }]);
    expect([table.analysed, table.rejected]).toEqual([12, 6]);
  });
});

describe('the top of the scale', () => {
  it('lies at or above the largest day, and not far above it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 10_000_000 }), (largest) => {
        const top = scaleTop(largest);
        return top >= largest && top <= largest * 1.5 && top % 2 === 0;
      }),
    );
    expect(scaleTop(0)).toBe(4);
    expect([9, 10, 11, 45, 999, 1005].map(scaleTop)).toEqual([10, 10, 12, 50, 1000, 1200]);
  });
});

const callsOf = (operation: string, calls: number) =>
  ({ day: '2026-03-01', operation, outcome: '1000', calls }) as const;

describe('the colour of an operation', () => {
  it('is its own, with or without the slash of its path', () => {
    const classes = ['get_image_attr', 'match_faces', 'get_face_vec', 'compare_faces', REJECTED].map(
      seriesClass,
    );
    expect(classes).toEqual(['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-rejected']);
    expect(seriesClass('/match_faces')).toBe('chart-2');
    expect(seriesClass('/something_new')).toBe('chart-5');
  });

  it('does not depend on which operations were called, or how often', () => {
    const colours = (rows: readonly ReturnType<typeof callsOf>[]): string[] =>
      usageTable(rows, 1, '2026-03-01').series.map((series) => `${series} ${seriesClass(series)}`);
    expect(colours([callsOf('/get_face_vec', 9)])).toEqual(['/get_face_vec chart-3']);
    expect(colours([callsOf('/get_face_vec', 9), callsOf('/get_image_attr', 1)])).toEqual([
      '/get_image_attr chart-1',
      '/get_face_vec chart-3',
    ]);
  });
});

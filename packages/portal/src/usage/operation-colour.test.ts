import { describe, expect, it } from 'vitest';
import { seriesClass } from './operation-colour.js';
import { REFUSED } from './series-name.js';
import { usageTable } from './usage-table.js';

const row = (operation: string, calls: number) =>
  ({ day: '2026-03-01', operation, outcome: '1000', calls }) as const;

describe('the colour of an operation', () => {
  it('is its own, with or without the slash of its path', () => {
    const classes = ['get_image_attr', 'match_faces', 'get_face_vec', 'compare_faces', REFUSED].map(
      seriesClass,
    );
    expect(classes).toEqual(['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-refused']);
    expect(seriesClass('/match_faces')).toBe('chart-2');
    expect(seriesClass('/something_new')).toBe('chart-5');
  });

  it('does not depend on which operations were called, or how often', () => {
    const colours = (rows: readonly ReturnType<typeof row>[]): string[] =>
      usageTable(rows, 1, '2026-03-01').series.map((series) => `${series} ${seriesClass(series)}`);
    expect(colours([row('/get_face_vec', 9)])).toEqual(['/get_face_vec chart-3']);
    expect(colours([row('/get_face_vec', 9), row('/get_image_attr', 1)])).toEqual([
      '/get_image_attr chart-1',
      '/get_face_vec chart-3',
    ]);
  });
});

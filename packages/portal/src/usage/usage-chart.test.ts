import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHART, stackBars } from './usage-chart.js';

const days = fc.array(
  fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }).map((calls) => ({
    day: '2026-03-01',
    calls,
    total: calls.reduce((a, b) => a + b, 0),
  })),
  { minLength: 1, maxLength: 90 },
);

describe('stacked bars', () => {
  it('stand on the ground, on each other, inside the chart, as high as their calls', () => {
    fc.assert(
      fc.property(days, (table) => {
        const top = Math.max(1, ...table.map(({ total }) => total));
        for (const [n, bar] of stackBars(table, top).entries()) {
          let ground: number = CHART.height;
          for (const part of bar.parts) {
            expect(part.y + part.height).toBeCloseTo(ground, 6);
            ground = part.y;
          }
          expect(ground).toBeGreaterThanOrEqual(-1e-6);
          expect(CHART.height - ground).toBeCloseTo(((table[n]?.total ?? 0) / top) * CHART.height, 6);
          expect(bar.x).toBeGreaterThanOrEqual(bar.slot.x);
          expect(bar.x + bar.width).toBeLessThanOrEqual(bar.slot.x + bar.slot.width + 1e-6);
        }
      }),
    );
  });
});

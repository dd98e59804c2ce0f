import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IdTable } from './id-table.js';

it('behaves as a map from ids to numbers, through any additions and removals', () => {
  const ids = fc.oneof(
    fc.nat({ max: 60 }).map((n) => `id ${n}`),
    fc.constantFrom('', 'ä', '😀', 'x'.repeat(512)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), ids), { maxLength: 400 }), (steps) => {
      const table = new IdTable();
      const model = new Map<string, number>();
      for (const [isAdded, id] of steps) {
        if (!isAdded) {
          table.remove(id);
          model.delete(id);
        } else if (!model.has(id)) {
          model.set(id, table.add(id));
        }
      }
      expect(table.size).toBe(model.size);
      expect(new Set(model.values()).size).toBe(model.size);
      for (const [id, number] of model) {
        expect(table.numberOf(id)).toBe(number);
        expect(table.idOf(number)).toBe(id);
      }
      for (const [, id] of steps) if (!model.has(id)) expect(table.numberOf(id)).toBeUndefined();
      const listed = Array.from({ length: table.limit }, (_, n) => table.idOf(n)).filter(
        (id) => id !== undefined,
      );
      expect(new Set(listed)).toEqual(new Set(model.keys()));
    }),
    { numRuns: 200 },
  );
});

it('keeps finding ids while it grows, shrinks and repacks', () => {
  const table = new IdTable();
  for (let i = 0; i < 20_000; i++) table.add(`person number ${i}`);
  for (let i = 0; i < 20_000; i++) if (i % 10 !== 0) table.remove(`person number ${i}`);
  const wrong = Array.from({ length: 20_000 }, (_, i) => `person number ${i}`).filter((id, i) => {
    const number = table.numberOf(id);
    return (number === undefined ? undefined : table.idOf(number)) !== (i % 10 === 0 ? id : undefined);
  });
  expect(wrong).toEqual([]);
});

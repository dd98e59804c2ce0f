import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodAt } from './periods.js';

const iso = (time: number): string => new Date(time).toISOString();
const period = (startedAt: string, now: string): [string, string, number] => {
  const { start, end, index } = periodAt(Date.parse(startedAt), Date.parse(now));
  return [iso(start), iso(end), index];
};

describe('periodAt, by example', () => {
  it.each([
    ['the first moment', '2027-01-15T10:00:00Z', '2027-01-15T10:00:00Z', '2027-01-15', '2027-02-15', 0],
    ['the last moment', '2027-01-15T10:00:00Z', '2027-02-15T09:59:59.999Z', '2027-01-15', '2027-02-15', 0],
    ['the second period', '2027-01-15T10:00:00Z', '2027-02-15T10:00:00Z', '2027-02-15', '2027-03-15', 1],
    ['31 January in February', '2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z', '2027-02-28', '2027-03-31', 1],
    [
      '31 January in a leap year',
      '2028-01-31T10:00:00Z',
      '2028-03-01T00:00:00Z',
      '2028-02-29',
      '2028-03-31',
      1,
    ],
    ['31 January in April', '2027-01-31T10:00:00Z', '2027-04-30T10:00:00Z', '2027-04-30', '2027-05-31', 3],
    ['29 February a year on', '2028-02-29T10:00:00Z', '2029-03-01T00:00:00Z', '2029-02-28', '2029-03-29', 12],
    [
      '29 February four years on',
      '2028-02-29T10:00:00Z',
      '2032-03-01T00:00:00Z',
      '2032-02-29',
      '2032-03-29',
      48,
    ],
    [
      '29 February in 2100, no leap year',
      '2096-02-29T10:00:00Z',
      '2100-03-01T00:00:00Z',
      '2100-02-28',
      '2100-03-29',
      48,
    ],
    ['over the year', '2027-12-31T10:00:00Z', '2028-01-31T09:00:00Z', '2027-12-31', '2028-01-31', 0],
  ])('%s', (_what, startedAt, now, start, end, index) => {
    expect(period(startedAt, now)).toEqual([`${start}T10:00:00.000Z`, `${end}T10:00:00.000Z`, index]);
  });

  it('counts a moment before the start to the first period', () => {
    const startedAt = Date.parse('2027-01-15T10:00:00Z');
    expect(periodAt(startedAt, startedAt - 5)).toEqual(periodAt(startedAt, startedAt));
    expect(periodAt(startedAt, 0).index).toBe(0);
  });

  it('keeps the hour in UTC where the clocks of a country change', () => {
    // Clocks change in Berlin and in New York between the two of each line.
    expect(period('2027-03-01T01:30:00Z', '2027-04-01T01:30:00Z')[0]).toBe('2027-04-01T01:30:00.000Z');
    expect(period('2027-03-01T01:30:00Z', '2027-12-01T01:30:00Z')[0]).toBe('2027-12-01T01:30:00.000Z');
  });
});

describe('periodAt, for every start and moment', () => {
  const moment = (from: string, to: string): fc.Arbitrary<number> =>
    fc.integer({ min: Date.parse(from), max: Date.parse(to) });
  const starts = fc.oneof(
    moment('1970-01-01', '2200-01-01'),
    // The days at which month ends and leap days are decided, more often than chance would bring them.
    fc
      .tuple(
        fc.integer({ min: 1970, max: 2200 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 28, max: 31 }),
        fc.integer({ min: 0, max: 86_399_999 }),
      )
      .map(([year, month, day, time]) => Date.UTC(year, month, day) + time),
  );
  const startAndLater = starts.chain((startedAt) =>
    fc.tuple(
      fc.constant(startedAt),
      fc.oneof(
        fc.integer({ min: startedAt, max: startedAt + 400 * 86_400_000 }),
        fc.integer({ min: startedAt, max: Date.parse('+200000-01-01T00:00:00Z') }),
      ),
    ),
  );

  it('holds the moment', () => {
    fc.assert(
      fc.property(startAndLater, ([startedAt, now]) => {
        const { start, end } = periodAt(startedAt, now);
        expect(start).toBeLessThanOrEqual(now);
        expect(end).toBeGreaterThan(now);
      }),
    );
  });

  it('touches the next: each end is the start of the one after, and no moment lies in two', () => {
    fc.assert(
      fc.property(startAndLater, ([startedAt, now]) => {
        const here = periodAt(startedAt, now);
        const next = periodAt(startedAt, here.end);
        expect(next).toMatchObject({ start: here.end, index: here.index + 1 });
        expect(periodAt(startedAt, here.start)).toEqual(here);
        expect(periodAt(startedAt, here.end - 1)).toEqual(here);
        if (here.index > 0)
          expect(periodAt(startedAt, here.start - 1)).toMatchObject({
            end: here.start,
            index: here.index - 1,
          });
      }),
    );
  });

  it('starts on the day of subscribing or the last of the month, at the same time of day', () => {
    fc.assert(
      fc.property(startAndLater, ([startedAt, now]) => {
        const { start } = periodAt(startedAt, now);
        const [first, then] = [new Date(startedAt), new Date(start)];
        const tomorrow = new Date(start + 86_400_000);
        const isLastOfMonth = tomorrow.getUTCMonth() !== then.getUTCMonth();
        if (then.getUTCDate() !== first.getUTCDate()) {
          expect(then.getUTCDate()).toBeLessThan(first.getUTCDate());
          expect(isLastOfMonth).toBe(true);
        }
        expect(start % 86_400_000).toBe(startedAt % 86_400_000);
      }),
    );
  });

  it('numbers each calendar month once', () => {
    fc.assert(
      fc.property(startAndLater, ([startedAt, now]) => {
        const { start, index } = periodAt(startedAt, now);
        const months = (time: number): number =>
          new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth();
        expect(months(start) - months(startedAt)).toBe(index);
      }),
    );
  });
});

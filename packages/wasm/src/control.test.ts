import { describe, expect, it } from 'vitest';
import { doWhile, ifTrue, select, whileTrue } from './control.js';
import { valueOf } from './made-function.test.fixture.js';
import { i32 } from './numbers.js';

/** The sum of the numbers below `end` times 100, plus the number of rounds. */
const sumBelow = (end: number, loop: typeof whileTrue): unknown =>
  valueOf('i32', (f) => {
    const n = f.variable('i32');
    const sum = f.variable('i32');
    const condition = i32.lt_s(n.get, i32.const(end));
    const rounds = loop(condition, sum.set(i32.add(sum.get, n.get)), n.set(i32.add(n.get, i32.const(1))));
    return [rounds, i32.add(i32.mul(sum.get, i32.const(100)), n.get)];
  });

describe('loops', () => {
  it('asks before each round', () => {
    expect([0, 1, 11].map((end) => sumBelow(end, whileTrue))).toEqual([0, 1, 5511]);
  });

  it('asks after each round, so there is at least one', () => {
    expect([0, 1, 11].map((end) => sumBelow(end, doWhile))).toEqual([1, 1, 5511]);
  });

  it('lie within each other', () => {
    const product = valueOf('i32', (f) => {
      const [x, y, count] = [f.variable('i32'), f.variable('i32'), f.variable('i32')];
      const inner = doWhile(
        i32.lt_u(x.get, i32.const(7)),
        x.set(i32.add(x.get, i32.const(1))),
        count.set(i32.add(count.get, i32.const(1))),
      );
      const next = y.set(i32.add(y.get, i32.const(1)));
      return [whileTrue(i32.lt_s(y.get, i32.const(5)), x.set(i32.const(0)), inner, next), count.get];
    });
    expect(product).toBe(35);
  });
});

describe('choices', () => {
  const chosen = (condition: number, hasOtherwise: boolean): unknown =>
    valueOf('i32', (f) => {
      const x = f.variable('i32');
      const [then, otherwise] = [x.set(i32.const(10)), x.set(i32.const(20))];
      return [ifTrue(i32.const(condition), then, hasOtherwise ? otherwise : []), x.get];
    });

  it('takes one of two ways, or none', () => {
    expect([chosen(1, true), chosen(0, true), chosen(1, false), chosen(0, false)]).toEqual([10, 20, 10, 0]);
  });

  it('selects a value', () => {
    const selected = (condition: number): unknown =>
      valueOf('i32', () => [select(i32.const(10), i32.const(20), i32.const(condition))]);
    expect([selected(1), selected(0)]).toEqual([10, 20]);
  });
});

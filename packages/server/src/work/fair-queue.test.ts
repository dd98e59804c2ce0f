import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.js';

const filled = (...items: string[]): FairQueue<string> => {
  const queue = new FairQueue<string>();
  for (const item of items) queue.push(item.charAt(0), item);
  return queue;
};

const drain = (queue: FairQueue<string>): string[] => {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
};

describe('FairQueue', () => {
  it('lets callers take turns, each with its oldest first', () => {
    expect(drain(filled('a1', 'a2', 'a3', 'b1', 'c1', 'c2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  });

  it('puts a caller that comes back at the end', () => {
    const queue = filled('a1', 'b1', 'c1');
    expect(queue.shift()).toBe('a1');
    queue.push('a', 'a2');
    expect(drain(queue)).toEqual(['b1', 'c1', 'a2']);
  });

  it('removes an item at any position, once', () => {
    const queue = filled('a1', 'a2', 'b1');
    expect(queue.remove('a', 'a1')).toBe(true);
    expect(queue.remove('a', 'a1')).toBe(false);
    expect(queue.remove('x', 'x1')).toBe(false);
    expect(queue.remove('b', 'b1')).toBe(true);
    expect([queue.size, queue.callers]).toEqual([1, 1]);
    expect(drain(queue)).toEqual(['a2']);
  });

  it('names the caller with the most, and takes its newest', () => {
    const queue = filled('a1', 'b1', 'b2', 'c1');
    expect(queue.largest()).toBe('b');
    expect(queue.pop('b')).toBe('b2');
    expect(queue.largest()).toBe('c');
    expect(queue.pop('x')).toBeUndefined();
    expect(new FairQueue<string>().largest()).toBeUndefined();
  });

  it('keeps its counts right, and nothing of callers without items', () => {
    const action = fc.record({
      do: fc.constantFrom('push', 'shift', 'pop', 'remove'),
      caller: fc.constantFrom('a', 'b', 'c'),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const queue = new FairQueue<string>();
        const model = new Set<string>();
        actions.forEach(({ do: what, caller }, i) => {
          if (what === 'push') {
            model.add(`${caller}${i}`);
            queue.push(caller, `${caller}${i}`);
          } else if (what === 'remove') {
            const item = [...model].find((each) => each.startsWith(caller));
            expect(queue.remove(caller, item ?? '')).toBe(item !== undefined);
            model.delete(item ?? '');
          } else {
            const item = what === 'shift' ? queue.shift() : queue.pop(caller);
            expect(item === undefined || model.delete(item)).toBe(true);
          }
          expect(queue.size).toBe(model.size);
          expect(queue.callers).toBe(new Set([...model].map((item) => item.charAt(0))).size);
        });
        expect(drain(queue).sort()).toEqual([...model].sort());
        expect([queue.size, queue.callers]).toEqual([0, 0]);
      }),
    );
  });
});

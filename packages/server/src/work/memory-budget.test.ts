import { expect, it } from 'vitest';
import { MemoryBudget } from './memory-budget.js';

const by = (name: string) => (): string => name;
const OVERLOADED = expect.objectContaining({ code: 'overloaded' }) as Error;
const neverEvicted = (): void => {
  throw new Error('This request was given up.');
};

it('allows one caller half of the memory, and all callers together all of it', () => {
  const budget = new MemoryBudget(100);
  budget.open(by('a'), neverEvicted).take(30);
  const second = budget.open(by('a'), neverEvicted);
  second.take(20);
  expect(() => {
    second.take(1);
  }).toThrow(OVERLOADED);
  const other = budget.open(by('b'), neverEvicted);
  other.take(50);
  expect(() => {
    other.take(1);
  }).toThrow(OVERLOADED);
  expect(budget.heldBytes).toBe(100);
});

it('takes back what a request held, once', () => {
  const budget = new MemoryBudget(100);
  const request = budget.open(by('a'), neverEvicted);
  request.take(20);
  request.take(30);
  request.release();
  request.release();
  expect(budget.heldBytes).toBe(0);
  budget.open(by('a'), neverEvicted).take(50);
});

it('evicts the largest requests of the caller who holds the most, of equal ones the newest', () => {
  const budget = new MemoryBudget(100);
  const givenUp: string[] = [];
  const open = (caller: string, name: string, bytes: number): void => {
    budget
      .open(by(caller), (error) => {
        expect(error).toEqual(OVERLOADED);
        givenUp.push(name);
      })
      .take(bytes);
  };
  open('a', 'a1', 25);
  open('a', 'a2', 20);
  open('b', 'b1', 25);
  open('b', 'b2', 25);
  open('c', 'c1', 10);
  expect(givenUp).toEqual(['b2']);
  expect(budget.heldBytes).toBe(80);
  open('c', 'c2', 14);
  open('d', 'd1', 20);
  expect(givenUp).toEqual(['b2', 'a1']);
  expect(budget.heldBytes).toBe(89);
});

it('evicts nothing of a caller who does not hold more than the new one would', () => {
  const budget = new MemoryBudget(90);
  for (const caller of ['a', 'b', 'c']) budget.open(by(caller), neverEvicted).take(30);
  expect(() => {
    budget.open(by('d'), neverEvicted).take(30);
  }).toThrow(OVERLOADED);
  expect(budget.heldBytes).toBe(90);
});

it('evicts nothing if that would not make enough room', () => {
  const budget = new MemoryBudget(100);
  for (const [caller, bytes] of [
    ['a', 44],
    ['a', 1],
    ['b', 22],
  ] as const)
    budget.open(by(caller), neverEvicted).take(bytes);
  const newcomer = budget.open(by('c'), neverEvicted);
  newcomer.take(33);
  expect(() => {
    newcomer.take(12);
  }).toThrow(OVERLOADED);
  expect(budget.heldBytes).toBe(100);
});

it('counts nothing more for a request that was evicted', () => {
  const budget = new MemoryBudget(100);
  const slow = budget.open(by('a'), () => undefined);
  slow.take(50);
  budget.open(by('b'), neverEvicted).take(49);
  budget.open(by('c'), neverEvicted).take(10);
  slow.take(30);
  slow.holdOnly(30);
  slow.release();
  expect(budget.heldBytes).toBe(59);
});

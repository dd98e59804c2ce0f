import { expect, it } from 'vitest';
import { BodyBudget } from './body-budget.js';

const by = (name: string) => (): string => name;

it('leaves one caller half of the memory, and all callers the whole', () => {
  const budget = new BodyBudget(100);
  budget.open(by('a')).take(30);
  const second = budget.open(by('a'));
  second.take(20);
  expect(() => {
    second.take(1);
  }).toThrow(expect.objectContaining({ code: 'overloaded' }));
  budget.open(by('b')).take(50);
  expect(() => {
    budget.open(by('c')).take(1);
  }).toThrow(expect.objectContaining({ code: 'overloaded' }));
  expect(budget.heldBytes).toBe(100);
});

it('gets back what a request held, once', () => {
  const budget = new BodyBudget(100);
  const request = budget.open(by('a'));
  request.take(20);
  request.take(30);
  request.release();
  request.release();
  expect(budget.heldBytes).toBe(0);
  budget.open(by('a')).take(50);
});

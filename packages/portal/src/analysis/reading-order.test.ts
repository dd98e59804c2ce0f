import { expect, it } from 'vitest';
import type { Box } from './box.js';
import { readingOrder } from './reading-order.js';

const at = (x: number, y: number, side = 100): Box => [x, y, x + side, y + side];

it.each<[string, Box[], number[]]>([
  ['nobody', [], []],
  ['one row from the left, whoever is most prominent', [at(300, 20), at(0, 40), at(150, 0)], [1, 2, 0]],
  ['rows from the top', [at(0, 300), at(200, 310), at(210, 0), at(0, 30)], [3, 2, 0, 1]],
  ['a small face beside a large one', [at(0, 0, 300), at(400, 120, 60)], [0, 1]],
  ['a column', [at(0, 400), at(5, 200), at(0, 0)], [2, 1, 0]],
])('reads %s', (_, boxes, order) => {
  expect(readingOrder(boxes)).toEqual(order);
});

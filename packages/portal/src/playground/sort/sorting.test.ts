import { describe, expect, it } from 'vitest';
import type { Box } from '../../analysis/box.js';
import type { PhotoFaces } from './face-source.js';
import {
  moreJobs,
  moveFaces,
  nameGroup,
  newSorting,
  photoJobs,
  summaryOf,
  undo,
  withFound,
  withProblem,
  type Sorting,
} from './sorting.js';
import { tableOf } from './table.js';

const photos = ['a.jpg', 'b.jpg', 'c.jpg'].map((path) => ({ path, file: new File([], path) }));
const box = (n: number): Box => [n, 0, n + 1, 1];
const found = (people: readonly number[], more: readonly Box[] = []): PhotoFaces => ({
  faces: people.map((person) => ({
    vector: [person, 1, ...Array<number>(126).fill(0)],
    thumbnail: null,
  })),
  small: 0,
  more,
});
const job = (n: number, boxes: readonly Box[] | null = null) => ({
  photo: photos[n] ?? { path: '', file: new File([], '') },
  boxes,
});
const sizes = ({ groups }: Sorting): number[] => groups.map(({ faces }) => faces.length);

describe('a folder', () => {
  it('is analysed photo by photo, and knows what is left', () => {
    const first = withFound(newSorting(photos), job(0), found([1, 2]));
    expect(photoJobs(first).map(({ photo }) => photo.path)).toEqual(['b.jpg', 'c.jpg']);
    const second = withProblem(withFound(first, job(1), found([2])), job(2), 'Broken.');
    expect(sizes(second)).toEqual([2, 1]);
    expect(photoJobs(second)).toEqual([]);
    expect(summaryOf(second)).toMatchObject({
      withoutFace: 0,
      problems: [{ path: 'c.jpg', problem: 'Broken.' }],
    });
  });

  it('offers the faces that need another call, as many in each as it gives vectors', () => {
    const boxes = Array.from({ length: 10 }, (_, n) => box(n));
    const first = withFound(newSorting(photos), job(0), found([1], boxes));
    const more = moreJobs(first, 8);
    expect(more.map(({ boxes: some }) => some?.length)).toEqual([8, 2]);
    const [one] = more;
    if (one === undefined) throw new Error('There is a job.');
    expect(moreJobs(withFound(first, one, found([3, 4])), 8)).toHaveLength(1);
  });

  it('undoes every change, a whole name at once, and sorts in what came since', () => {
    const first = withFound(newSorting(photos), job(0), found([1, 2]));
    const moved = moveFaces(first, [0], 'group 1');
    const named = nameGroup(nameGroup(moved, 'group 1', 'A', true), 'group 1', 'Ad', false);
    expect(sizes(named)).toEqual([2]);
    const later = withFound(named, job(1), found([3]));
    expect(sizes(later)).toEqual([2, 1]);
    expect(undo(later).groups.map(({ name }) => name)).toEqual(['', '']);
    expect(sizes(undo(undo(later)))).toEqual([1, 1, 1]);
  });

  it('is a table, safe for spreadsheets', () => {
    const sorting = nameGroup(
      withFound(newSorting(photos), job(0), found([1, 2])),
      'group 0',
      '=Ada, "A"',
      true,
    );
    expect(tableOf(sorting.groups, sorting.faces)).toBe(
      'person,group,photo\r\n"\'=Ada, ""A""",1,a.jpg\r\nGroup 2,2,a.jpg\r\n',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { groupName, namesake, regroup, withMoved, withName, type Group, type SortedFace } from './groups.js';

/** Faces whose first number is the same are one person; people are far apart. */
const face = (id: number, person: number, photo = `${id}.jpg`): SortedFace => ({
  id,
  photo,
  vector: [person + id * 0.001, 1, ...Array<number>(126).fill(0)],
  thumbnail: null,
});
const ids = (groups: readonly Group[]): (readonly number[])[] => groups.map(({ faces }) => faces);

describe('groups of faces', () => {
  it('are people, the largest first', () => {
    expect(ids(regroup([face(0, 1), face(1, 2), face(2, 2)], []))).toEqual([[1, 2], [0]]);
  });

  it('that were named take new faces of their person, and stay in front', () => {
    const first = withName(regroup([face(0, 1), face(1, 2)], []), 'group 1', 'Ada');
    const after = regroup([face(0, 1), face(1, 2), face(2, 2), face(3, 1), face(4, 1)], first);
    expect(after.map(({ name, faces }) => [name, faces])).toEqual([
      ['Ada', [1, 2]],
      ['', [0, 3, 4]],
    ]);
  });

  it('keep what was split by hand, and never get two faces of one photo', () => {
    const faces = [face(0, 1), face(1, 1), face(2, 1)];
    const split = withMoved(regroup(faces, []), [2], 'new');
    expect(ids(split)).toEqual([[0, 1], [2]]);
    const after = regroup([...faces, face(3, 1), face(4, 1, '3.jpg')], split);
    expect(ids(after).flat().sort()).toEqual([0, 1, 2, 3, 4]);
    for (const group of after) expect(group.faces.includes(3) && group.faces.includes(4)).toBe(false);
    expect(ids(after)[1]).toEqual([2]);
  });

  it('disappear when their last face is moved', () => {
    const groups = regroup([face(0, 1), face(1, 2)], []);
    expect(ids(withMoved(groups, [1], 'group 0'))).toEqual([[0, 1]]);
  });

  it('have names, or numbers as long as they have none', () => {
    const groups = withName(regroup([face(0, 1), face(1, 2)], []), 'group 1', ' Ada ');
    expect(groups.map(groupName)).toEqual(['Group 1', 'Ada']);
    expect(namesake(groups, 'group 1')).toBeNull();
    expect(namesake(withName(groups, 'group 0', 'ada'), 'group 0')?.id).toBe('group 1');
  });
});

import { describe, expect, it } from 'vitest';
import { peopleOf } from './people-files.js';

const file = (path: string, type = 'image/jpeg'): { path: string; file: File } => ({
  path,
  file: new File(['x'], path.split('/').at(-1) ?? '', { type }),
});

const named = (...paths: string[]): [string, number][] =>
  peopleOf(paths.map((path) => file(path))).map(({ name, files }) => [name, files.length]);

describe('whose photos they are', () => {
  it('is the name of a subfolder', () => {
    expect(named('team/Ada Lovelace/1.jpg', 'team/Ada Lovelace/2.jpg', 'team/Bob/x.png')).toEqual([
      ['Ada Lovelace', 2],
      ['Bob', 1],
    ]);
  });

  it('is the name of the file without its number, where there is no subfolder', () => {
    expect(named('team/ada_lovelace-1.jpg', 'team/ada_lovelace-2.jpg', 'bob (3).jpg', 'cy.jpg')).toEqual([
      ['ada lovelace', 2],
      ['bob', 1],
      ['cy', 1],
    ]);
  });

  it('leaves out what has no name or is no picture', () => {
    expect(named('team/.DS_Store', '0001.jpg')).toEqual([]);
    expect(peopleOf([file('team/Ada/notes.txt', 'text/plain')])).toEqual([]);
  });
});

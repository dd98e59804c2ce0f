import type { ReactElement } from 'react';

/** There is no photo of anybody: the initials stand in for one. */
export function Avatar({
  name,
  large = false,
}: {
  readonly name: string;
  readonly large?: boolean;
}): ReactElement {
  return (
    <span className={`avatar avatar-${colourOf(name)}${large ? ' avatar-large' : ''}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** The first letters of the first and of the last word, as people see them: a letter may be several code points. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => firstLetter(word ?? '')).join('');
}

const firstLetter = (word: string): string => {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment.toUpperCase() ?? '';
};

const COLOURS = 4;

/** The same for the same name. */
const colourOf = (name: string): number =>
  1 +
  (Array.from(name, (letter) => letter.codePointAt(0) ?? 0).reduce((sum, code) => sum + code, 0) % COLOURS);

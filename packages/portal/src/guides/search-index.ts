import { GUIDE_SECTIONS } from 'virtual:guide-search';
import { ERROR_CATALOGUE } from '../errors/error-catalogue.js';
import operations from '../reference/operations.json';

/** Where a search may lead: a section of a guide, an error code, or an operation of the reference. */
interface Entry {
  readonly title: string;
  /** Where it is: "API guide", "Error codes", "API reference". */
  readonly where: string;
  readonly href: string;
  /** In lower case. */
  readonly words: string;
}

export type Found = Omit<Entry, 'words'>;

const ENTRIES: readonly Entry[] = [
  ...operations.map(({ id, title, method, path }) => ({
    title,
    where: 'API reference',
    href: `#/reference/${id}`,
    words: `${id} ${method} ${path} ${path.replaceAll(/[/_{}]/g, ' ')}`.toLowerCase(),
  })),
  ...ERROR_CATALOGUE.map(({ code, message, advice }) => ({
    title: `${code}: ${message}`,
    where: 'Error codes',
    href: `#/errors/${code}`,
    words: advice.toLowerCase(),
  })),
  ...GUIDE_SECTIONS.map(({ page, heading, href, words }) => ({
    title: heading === '' ? page : heading,
    where: heading === '' ? 'Guides' : page,
    href,
    words,
  })),
];

const MAX_FOUND = 10;

/** The best entries that have every word of the query, also as the beginning of a longer word. */
export function search(query: string): Found[] {
  const terms = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  if (terms.length === 0) return [];
  return ENTRIES.map((entry) => ({ entry, score: scoreOf(entry, terms) * boostOf(entry, terms.join(' ')) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ entry: { title, where, href } }) => ({ title, where, href }));
}

/** 0: a word is missing. Whole words count more than beginnings, and titles more than the text. */
function scoreOf({ title, where, words }: Entry, terms: readonly string[]): number {
  const scores = terms.map(
    (term) => 8 * occurrence(title, term) + 2 * occurrence(where, term) + occurrence(words, term),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** A title that begins with the query is what was meant. */
const boostOf = ({ title }: Entry, query: string): number => (title.toLowerCase().startsWith(query) ? 2 : 1);

/** 2: the text has the word; 1: it has a word that begins so. */
function occurrence(text: string, term: string): 0 | 1 | 2 {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(term), found: 0 | 1 = 0; ; at = lower.indexOf(term, at + 1)) {
    if (at === -1) return found;
    if (isWordCharacter(lower[at - 1])) continue;
    if (!isWordCharacter(lower[at + term.length])) return 2;
    found = 1;
  }
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

import { Marked, type Token, type Tokens } from 'marked';
import { HeadingSlugs } from './render-guide.js';

/** A section of a guide, as the search finds it. */
interface SearchEntry {
  /** The title of the guide. */
  readonly page: string;
  /** The heading of the section; empty: what stands above the first one. */
  readonly heading: string;
  readonly href: string;
  /** Every word of its text once, in lower case. */
  readonly words: string;
}

/** Found in so many sections that they tell nothing. */
const COMMON = new Set(
  'the and for with that this from are not has have was its you your can one all each than then they when which into'.split(
    ' ',
  ),
);

/** The sections of a guide with their words. Runs while the portal is built. */
export function searchEntries(name: string, markdown: string): SearchEntry[] {
  const slugs = new HeadingSlugs();
  const entries: { heading: string; href: string; words: Set<string> }[] = [];
  let page = '';
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading') {
      const { depth } = token as Tokens.Heading;
      const heading = textOf(token);
      const slug = slugs.next(heading);
      if (depth === 1) page = heading;
      const href = depth === 1 ? `#/guides/${name}` : `#/guides/${name}/${slug}`;
      entries.push({ heading: depth === 1 ? '' : heading, href, words: new Set() });
    } else for (const word of wordsOf(textOf(token))) entries.at(-1)?.words.add(word);
  }
  return entries.map(({ words, ...entry }) => ({ page, ...entry, words: [...words].join(' ') }));
}

function textOf(token: Token): string {
  if (token.type === 'list') return (token as Tokens.List).items.map(textOf).join(' ');
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .flat()
      .map(({ text }) => text)
      .join(' ');
  }
  if ('tokens' in token) return token.tokens.map(textOf).join('');
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []).filter(
    (word) => word.length <= 40 && !COMMON.has(word),
  );

import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { GUIDE_GROUPS } from './guide-list.js';
import { highlighted, isKnown } from './highlight.js';

interface GuideSection {
  readonly slug: string;
  readonly title: string;
}

interface RenderedGuide {
  readonly title: string;
  /** The headings of the second level. */
  readonly sections: readonly GuideSection[];
  /** Everything below the title; `IMAGE_PLACEHOLDER` and a number stand for the addresses of images. */
  readonly html: string;
  /** Paths from the top of the repository. */
  readonly images: readonly string[];
}

export const IMAGE_PLACEHOLDER = 'guide-image-address-';

/** Stands for the address of the service; the page puts its own in. */
export const SERVICE_PLACEHOLDER = 'https://service.invalid';

/** The address of a service that was just started, in the examples. */
const STARTED_SERVICE = /http:\/\/(?:127\.0\.0\.1|localhost):8080(?!\d)/g;

/** In programs that call a service; elsewhere it is the name that an operator chooses. */
const CALLED_SERVICE = 'https://faces.example';
const PROGRAMS = ['ts', 'js', 'python'];

/**
 * Turns a guide into HTML that the portal can show as it is. What is written in Markdown comes out escaped; HTML in a
 * guide is rejected, so that nothing but the elements below can get onto the page.
 */
export function renderGuide(file: string, markdown: string): RenderedGuide {
  const slugs = new HeadingSlugs();
  const sections: GuideSection[] = [];
  const images: string[] = [];
  let title: string | undefined;
  let examples = 0;
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens, this.parser.textRenderer);
        const slug = slugs.next(unescaped(text));
        if (depth === 1) {
          title = unescaped(text);
          return '';
        }
        if (depth === 2) sections.push({ slug, title: unescaped(text) });
        return `<h${depth} id="guide-${slug}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const target = linkTarget(file, href);
        if (target.kind === 'address') return `<a href="${escaped(target.href)}">${text}</a>`;
        const path = escaped(target.path);
        return text === path ? `<code>${path}</code>` : `${text} <span class="guide-file">(${path})</span>`;
      },
      image({ href, text }) {
        images.push(posix.normalize(posix.join(posix.dirname(file), href)));
        return `<img src="${IMAGE_PLACEHOLDER}${images.length - 1}-" alt="${escaped(text)}" loading="lazy">`;
      },
      code({ text: written, lang = '' }) {
        examples += 1;
        const text = PROGRAMS.includes(lang)
          ? written.replaceAll(CALLED_SERVICE, SERVICE_PLACEHOLDER)
          : written;
        const code = isKnown(lang) ? highlighted(text, lang) : escaped(text);
        const copy = `<button type="button" class="guide-copy" aria-label="Copy example ${examples}">Copy</button>`;
        return `<div class="guide-example">${copy}<pre tabindex="0" role="region" aria-label="Example ${examples}"><code>${code}</code></pre></div>\n`;
      },
      table(token) {
        tables += 1;
        const rows = token.rows.map((row) => `<tr>${row.map((cell) => cellOf(this, cell)).join('')}</tr>`);
        // An empty head would be read out.
        const head = token.header.every(({ text }) => text === '')
          ? ''
          : `<thead><tr>${token.header.map((cell) => cellOf(this, cell)).join('')}</tr></thead>`;
        return `<div class="guide-table" tabindex="0" role="region" aria-label="Table ${tables}"><table>${head}<tbody>${rows.join('')}</tbody></table></div>\n`;
      },
      html({ raw }) {
        // A mark for the program that writes a part of the document.
        if (/^\s*<!--(?:(?!-->).)*-->\s*$/s.test(raw)) return '';
        throw new Error(`${file} contains HTML, which guides must not have: ${raw}`);
      },
    },
  });
  const html = marked.parse(markdown.replaceAll(STARTED_SERVICE, SERVICE_PLACEHOLDER), { async: false });
  if (title === undefined) throw new Error(`${file} has no title.`);
  return { title, sections, html, images };
}

interface InlineRenderer {
  readonly parser: { parseInline(tokens: Tokens.TableCell['tokens']): string };
}

function cellOf(renderer: InlineRenderer, { tokens, header, text }: Tokens.TableCell): string {
  const name = header && text !== '' ? 'th' : 'td';
  return `<${name}>${renderer.parser.parseInline(tokens)}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const unescaped = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS.get(entity) ?? entity);

const CHARACTERS = new Map(Object.entries(ENTITIES).map(([character, entity]) => [entity, character]));

/** Where a link of a guide leads in the portal. */
type LinkTarget =
  | { readonly kind: 'address'; readonly href: string }
  /** A file of the repository that is not in the portal. */
  | { readonly kind: 'file'; readonly path: string };

const NAMES = new Map(
  GUIDE_GROUPS.flatMap(({ guides }) => guides).map(({ name, file }) => [file, name] as const),
);

/** Files that the running service has under another address. */
const SERVED = new Map([['README.md', '#/']]);

export function linkTarget(file: string, href: string): LinkTarget {
  if (/^https?:/.test(href)) return { kind: 'address', href };
  const cut = href.indexOf('#');
  const anchor = cut === -1 ? '' : href.slice(cut + 1);
  const path = posix.normalize(posix.join(posix.dirname(file), cut === -1 ? href : href.slice(0, cut)));
  const target = cut === 0 ? file : path;
  const name = NAMES.get(target);
  if (name !== undefined)
    return { kind: 'address', href: `#/guides/${name}${anchor === '' ? '' : `/${anchor}`}` };
  const served = SERVED.get(target);
  return served === undefined ? { kind: 'file', path: target } : { kind: 'address', href: served };
}

/** The anchors of a document's headings, as GitHub makes them; a second heading of the same text gets `-1`. */
export class HeadingSlugs {
  readonly #used = new Map<string, number>();

  next(heading: string): string {
    const slug = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = this.#used.get(slug) ?? 0;
    this.#used.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  }
}

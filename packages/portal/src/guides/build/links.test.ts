import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marked, type Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { HeadingSlugs } from './render-guide.js';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '__pycache__']);

/** All files of the project, by their path from its top. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [relative(ROOT, path).split(sep).join('/')] : [];
  });
}

const FILES = filesBelow(ROOT);
const DOCUMENTS = FILES.filter((path) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Parsed {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly string[];
}

function parse(path: string): Parsed {
  const slugs = new HeadingSlugs();
  const anchors = new Set<string>();
  const links: string[] = [];
  void marked.walkTokens(marked.lexer(read(path)), (token: Token) => {
    if (token.type === 'heading') anchors.add(slugs.next(plain(token.tokens ?? [])));
    if ((token.type === 'link' || token.type === 'image') && typeof token.href === 'string')
      links.push(token.href);
  });
  return { anchors, links };
}

const plain = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token ? plain(token.tokens) : textOf(token))).join('');

const textOf = (token: Token): string =>
  'text' in token && typeof token.text === 'string' ? token.text : '';

const PARSED = new Map(DOCUMENTS.map((path) => [path, parse(path)]));

/** What is wrong with a link, or undefined. */
function fault(from: string, href: string): string | undefined {
  if (/^(?:https?|mailto):/.test(href)) return undefined;
  const [path = '', anchor] = decodeURI(href).split('#');
  const target =
    path === ''
      ? from
      : relative(ROOT, join(ROOT, dirname(from), path))
          .split(sep)
          .join('/');
  if (!existsSync(join(ROOT, target))) return `${href}: there is no ${target}`;
  if (anchor === undefined) return undefined;
  const document = PARSED.get(target);
  if (document === undefined) return `${href}: ${target} is no document with anchors`;
  return document.anchors.has(anchor) ? undefined : `${href}: ${target} has no heading #${anchor}`;
}

describe('links in documents', () => {
  it('are found', () => {
    expect(DOCUMENTS).toContain('README.md');
    expect(DOCUMENTS).toContain('docs/decisions/README.md');
    expect([...PARSED.values()].flatMap(({ links }) => links).length).toBeGreaterThan(150);
  });

  it.each(DOCUMENTS)('%s', (path) => {
    const faults = (PARSED.get(path)?.links ?? []).map((href) => fault(path, href));
    expect(faults.filter((text) => text !== undefined)).toEqual([]);
  });
});

describe('documents named in code, settings and messages', () => {
  const TEXT =
    /\.(?:ts|tsx|mjs|cjs|js|json|ya?ml|tpl|txt|template|example|service|conf|py|sh|css|html)$|(?:^|\/)(?:Dockerfile|NOTICE)$/;
  const MAX_BYTES = 1_000_000;
  const sources = FILES.filter(
    (path) =>
      TEXT.test(path) &&
      path !== 'package-lock.json' &&
      // Measured routes are addresses of the service, not files.
      path !== 'lab/bench/results/worst.json' &&
      statSync(join(ROOT, path)).size < MAX_BYTES,
  );

  it('are all there', () => {
    const named = sources.flatMap((path) =>
      [...read(path).matchAll(/\bdocs\/[\w/-]+\.(?:md|svg|jpg|png)\b/g)].map(([name]) => ({ path, name })),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ name }) => !existsSync(join(ROOT, name)))).toEqual([]);
  });
});

describe('tests named in documents', () => {
  const names = [
    read('docs/appendix/README.md'),
    read('docs/appendix/security.md').split('## Failure')[1] ?? '',
    read('docs/security.md').split(/^## /m)[1] ?? '',
  ].flatMap((text) =>
    [...text.matchAll(/^- .*: (`.*)$/gm)].flatMap(([, tests = '']) =>
      [...tests.matchAll(/`([\w.*-]+)`/g)].map(([, name = '']) => name),
    ),
  );

  it('are found', () => {
    expect(names.length).toBeGreaterThan(50);
  });

  it.each([...new Set(names)])('%s is there', (name) => {
    const pattern = new RegExp(
      `(?:^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:\\.\\w+)?\\.test\\.tsx?$`,
    );
    expect(FILES.some((path) => pattern.test(path))).toBe(true);
  });
});

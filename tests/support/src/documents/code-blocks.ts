import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sameText } from './measured.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '__pycache__']);

function documentsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || NOT_OURS.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return documentsBelow(path);
    return entry.name.endsWith('.md') ? [relative(ROOT, path).split(sep).join('/')] : [];
  });
}

/** Those under version control and new ones, without what lies beside them; in an unpacked archive, all. */
function documentsOfRepository(): string[] {
  const git = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const listed = git.status === 0 ? git.stdout.split('\n').filter((path) => path !== '') : [];
  return listed.length > 0 ? listed.filter((path) => existsSync(join(ROOT, path))) : documentsBelow(ROOT);
}

/** All Markdown files of the repository, by their path from its root. */
export const DOCUMENTS: readonly string[] = documentsOfRepository().sort();

export interface CodeBlock {
  /** '' if the fence names none. */
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a document, in their order; those within lists lose the indentation of their fence. */
export function codeBlocks(document: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let open: { readonly indent: string; readonly language: string; readonly lines: string[] } | undefined;
  for (const line of readFileSync(join(ROOT, document), 'utf8').split('\n')) {
    const fence = /^( *)```(.*)$/.exec(line);
    if (open === undefined) {
      if (fence !== null) open = { indent: fence[1] ?? '', language: fence[2] ?? '', lines: [] };
    } else if (fence?.[2] === '') {
      blocks.push({ language: open.language, text: open.lines.join('\n') });
      open = undefined;
    } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  return blocks;
}

/** A command of a document, and what the document shows as its output. */
export interface ShownCommand {
  readonly line: string;
  readonly output: string;
}

/** The commands of a block: each line of `sh`, without its comment; in `console` those after a prompt, with their output. */
export function commandsOf({ language, text }: CodeBlock): ShownCommand[] {
  if (language === 'sh' || language === 'bash')
    return text
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => ({ line: line.replace(/(?:^| )# .*$/, '').trim(), output: '' }))
      .filter(({ line }) => line !== '');
  if (language !== 'console') return [];
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line = '', ...output] = part.split('\n');
      return { line, output: output.join('\n') };
    });
}

/** What follows a part of a document in which something was left out. */
const CUT = '…';

/** Whether an output is the one that a document shows; after the shown `…` anything may follow. */
export function looksLike(shown: string, real: string): boolean {
  const [before = '', ...cut] = shown.split(CUT);
  const isCut = cut.length > 0;
  const wanted = before.trim().split('\n');
  const lines = real.trim().split('\n');
  if (isCut ? lines.length < wanted.length : lines.length !== wanted.length) return false;
  // The line in which something was left out.
  const last = isCut && !before.endsWith('\n') ? wanted.length - 1 : -1;
  return wanted.every((line, n) => sameText(line, lines[n] ?? '', { prefix: n === last }));
}

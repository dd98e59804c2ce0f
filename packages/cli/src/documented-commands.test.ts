import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from './program.js';
import type { Shell } from './shell.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DOCUMENTS = [
  'README.md',
  'packages/client/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The command lines in the blocks of a document, without prompts, comments, redirections and what follows a pipe. */
function commandLines(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const blocks = [...text.matchAll(/^```(?:sh|bash|console|text)?\n(.*?)^```$/gms)].map(
    ([, block = '']) => block,
  );
  return blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.replace(/^\$ /, '').replace(/ #.*$/, '').trim())
    .flatMap((line) => line.split(/ (?:\||&&|>|<|2>) /));
}

const LINES = DOCUMENTS.flatMap((document) => commandLines(document).map((line) => ({ document, line })));
const FACET = LINES.filter(({ line }) => /^(?:npx )?facet /.test(line));
const SCRIPTS = LINES.filter(({ line }) => /^npm (?:run |start|test)/.test(line));

const program = buildProgram({ version: '0.0.0' } as Shell, () => undefined);

/** What of a command line the program does not know. */
function unknownWords(line: string): string[] {
  const words = line.replace(/^(?:npx )?facet /, '').match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  let command: Command = program;
  const unknown: string[] = [];
  for (const word of words) {
    const below = command.commands.find((other) => other.name() === word);
    if (below !== undefined) command = below;
    else if (command === program && !word.startsWith('-') && word !== 'help') unknown.push(word);
    else if (/^--?[a-z]/i.test(word) && !isOption(command, word.split('=')[0] ?? '')) unknown.push(word);
  }
  return unknown;
}

const isOption = (command: Command, word: string): boolean =>
  ['--help', '-h'].includes(word) || command.options.some(({ long, short }) => [long, short].includes(word));

describe('commands in the documents', () => {
  it('are found', () => {
    expect(FACET.length).toBeGreaterThan(10);
    expect(SCRIPTS.length).toBeGreaterThan(5);
  });

  it.each(FACET)('$document: $line', ({ line }) => {
    expect(unknownWords(line)).toEqual([]);
  });

  it.each(SCRIPTS)('$document: $line', ({ line }) => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const [, name = ''] = /^npm (?:run (?:--?\S+ )*)?([\w:-]+)/.exec(line) ?? [];
    expect(Object.keys(scripts)).toContain(name);
  });
});

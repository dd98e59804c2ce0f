import { expect, it } from 'vitest';
import { ProgressBar, clock, progressLine } from './progress-bar.js';

const screen = (
  isTTY: boolean,
  columns = 80,
): { isTTY: boolean; columns: number; text: string; write(s: string): void } => ({
  isTTY,
  columns,
  text: '',
  write(text) {
    this.text += text;
  },
});

it('shows how far it is, how fast, and how long it takes', () => {
  const line = progressLine({ done: 600, total: 2400, known: 0, failed: 2, seconds: 25 });
  expect(line).toBe('[######------------------]  600/2,400  24/s  1:15 left  2 failed');
});

it('does not count what came from the journal as pace', () => {
  const line = progressLine({ done: 510, total: 1000, known: 500, failed: 0, seconds: 10 });
  expect(line).toContain('1.0/s  8:10 left');
});

it('says no pace before there is one', () => {
  expect(progressLine({ done: 0, total: 5, known: 0, failed: 0, seconds: 0 })).toBe(
    `[${'-'.repeat(24)}]  0/5`,
  );
});

it.each([
  [0.2, '0:01'],
  [75, '1:15'],
  [3600 + 2 * 60 + 11, '1:02:11'],
])('writes %d seconds as %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text);
});

it('draws on a terminal, in one line of its width, and erases itself', () => {
  const terminal = screen(true, 30);
  const bar = new ProgressBar(terminal, 10);
  bar.step('done');
  const drawn = terminal.text.split('\x1b[K').at(-1) ?? '';
  expect(drawn).toHaveLength(29);
  bar.clear();
  expect(terminal.text.endsWith('\r\x1b[K')).toBe(true);
});

it.each([
  ['in a pipe', screen(false), 10, false],
  ['when it shall be quiet', screen(true), 10, true],
  ['for two photos', screen(true), 2, false],
])('draws nothing %s', (_, terminal, total, quiet) => {
  const bar = new ProgressBar(terminal, total, { quiet });
  bar.step('done');
  bar.clear();
  expect(terminal.text).toBe('');
});

it('makes room for results on the same terminal, and only there', () => {
  for (const isShared of [true, false]) {
    const terminal = screen(true);
    const bar = new ProgressBar(terminal, 10, { isShared });
    bar.step('done');
    bar.makeRoom();
    expect(terminal.text.endsWith('\r\x1b[K')).toBe(isShared);
  }
});

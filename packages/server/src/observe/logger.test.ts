import { expect, it } from 'vitest';
import { createLogger, readableLine, readableLog } from './logger.js';

function logged(work: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = '';
  work(createLogger('info', readableLog({ write: (line) => (text += line) })));
  return text;
}

it('writes time, level, message and fields on one line', () => {
  const text = logged((logger) => {
    logger.info({ method: 'POST', status: 200, account: undefined, note: 'two words' }, 'request');
  });
  expect(text).toMatch(/^\d\d:\d\d:\d\d INFO  request method=POST status=200 note="two words"\n$/);
});

it('writes an error with its stack and its causes below', () => {
  const text = logged((logger) => {
    logger.error({ err: new Error('outer', { cause: new TypeError('inner') }) }, 'failed');
  });
  expect(text).toMatch(/^\S+ ERROR failed\n {9}Error: outer\n {9} {4}at /);
  expect(text).toMatch(/\n {9}caused by\n {9}TypeError: inner\n/);
});

it('shows control characters instead of sending them to the terminal', () => {
  expect(readableLine('{"level":40,"time":"","msg":"a\\u001b[2Jb"}')).toBe(' WARN  a\\x1b[2Jb\n');
  expect(readableLine('not JSON \u0007')).toBe('not JSON \\x07\n');
});

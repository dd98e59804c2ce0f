import { describe, expect, it } from 'vitest';
import { createProgressBar, progressLine, type ProgressStream } from './progress.js';

function fakeStream(isTTY: boolean, columns = 100): ProgressStream & { readonly written: string[] } {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

const fetching = (doneBytes: number) =>
  ({ kind: 'fetch', name: 'pkg@1.0.0', doneBytes, totalBytes: 40_000_000 }) as const;

describe('on a terminal', () => {
  it('draws in place and ends the line once', () => {
    const stream = fakeStream(true);
    let time = 0;
    const bar = createProgressBar(stream, () => time);
    bar.onProgress(fetching(0));
    time = 2_500;
    bar.onProgress(fetching(10_000_000));
    bar.onProgress(fetching(40_000_000));
    bar.onProgress(fetching(40_000_000));
    bar.close();
    expect(stream.written).toEqual([
      '\r\x1b[K[####--------------------] 40.0 MB, 0 s  Fetching pkg@1.0.0',
      '\r\x1b[K[######------------------] 25 % of 40.0 MB, 2 s  Fetching pkg@1.0.0',
      '\r\x1b[K[########################] 100 % of 40.0 MB, 2 s  Fetching pkg@1.0.0\n',
    ]);
  });

  it('erases an unfinished bar', () => {
    const stream = fakeStream(true);
    const bar = createProgressBar(stream);
    bar.onProgress(fetching(1_000_000));
    bar.close();
    bar.close();
    expect(stream.written.at(-1)).toBe('\r\x1b[K');
    expect(stream.written).toHaveLength(2);
  });

  it('never wraps', () => {
    const stream = fakeStream(true, 30);
    createProgressBar(stream).onProgress(fetching(0));
    expect(stream.written[0]).toHaveLength('\r\x1b[K'.length + 29);
  });

  it('copes with a terminal that does not know its width', () => {
    const stream = fakeStream(true, 0);
    createProgressBar(stream).onProgress(fetching(0));
    expect(stream.written[0]).toMatch(/Fetching pkg@1\.0\.0$/);
  });

  it('gives no share while none is known, nor for a build', () => {
    for (let second = 0; second < 20; second += 0.1) {
      const line = progressLine(fetching(0), second);
      expect(line).not.toContain('%');
      expect(line.indexOf(']')).toBe(25);
    }
    const build = { kind: 'build', name: 'detector', doneBytes: 0, totalBytes: 5 } as const;
    expect(progressLine(build, 1)).toMatch(/^\[-{8}#{4}-{12}\] 1 s {2}Building detector$/);
    expect(progressLine({ ...build, doneBytes: 5 }, 1)).toMatch(/^\[#{24}\] 1 s {2}Building detector$/);
  });
});

it('is quiet elsewhere', () => {
  const stream = fakeStream(false);
  const bar = createProgressBar(stream);
  bar.onProgress(fetching(0));
  bar.onProgress(fetching(40_000_000));
  bar.close();
  expect(stream.written).toEqual([]);
});

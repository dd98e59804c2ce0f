import { loadedModules } from '@facet/test-support';
import { describe, expect, it } from 'vitest';

const built = (name: string): URL => new URL(`../dist/${name}.js`, import.meta.url);

const fileNames = (urls: readonly string[]): (string | undefined)[] =>
  urls.map((url) => url.split('/').at(-1));

describe('the built entries', () => {
  it('the main one loads nothing from outside, so it runs in browsers as it is', async () => {
    const { own, outside } = await loadedModules(built('index'));
    expect(outside).toEqual([]);
    expect(fileNames(own)).toContain('gallery.js');
    expect(fileNames(own)).toContain('compile.js');
  });

  it('the one for the search rule loads neither the gallery nor WebAssembly', async () => {
    const { own, outside } = await loadedModules(built('search/index'));
    expect(outside).toEqual([]);
    expect(fileNames(own)).toContain('search-threshold.js');
    expect(fileNames(own)).not.toContain('gallery.js');
    expect(fileNames(own)).not.toContain('compile.js');
  });

  it('the one for clustering loads neither the gallery nor WebAssembly', async () => {
    const { own, outside } = await loadedModules(built('cluster/index'));
    expect(outside).toEqual([]);
    expect(fileNames(own)).toContain('grouping.js');
    expect(fileNames(own)).not.toContain('gallery.js');
    expect(fileNames(own)).not.toContain('compile.js');
  });

  it('the one for files loads only modules of Node', async () => {
    const { outside } = await loadedModules(built('gallery-file'));
    expect(outside).toContain('node:fs');
    expect(outside.filter((name) => !name.startsWith('node:'))).toEqual([]);
  });
});

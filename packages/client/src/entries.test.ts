import { readFile } from 'node:fs/promises';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Every module that loading a file brings along, as written: paths of the package, and names from outside. */
async function loadedBy(entry: URL): Promise<{ own: string[]; outside: string[] }> {
  const own = new Set<string>();
  const outside = new Set<string>();
  const visit = async (file: URL): Promise<void> => {
    if (own.has(file.href)) return;
    own.add(file.href);
    const code = await readFile(file, 'utf8');
    const { importedFiles } = ts.preProcessFile(code, true, true);
    for (const { fileName: name } of importedFiles) {
      if (name.startsWith('.')) await visit(new URL(name, file));
      else outside.add(name);
    }
  };
  await visit(entry);
  return { own: [...own], outside: [...outside] };
}

const built = (name: string): URL => new URL(`../dist/${name}.js`, import.meta.url);

describe('what the built entries load', () => {
  it('the main one nothing from outside: it runs in browsers as it is', async () => {
    const { own, outside } = await loadedBy(built('index'));
    expect(outside).toEqual([]);
    expect(own.map((url) => url.split('/').at(-1))).toContain('client.js');
    expect(own.map((url) => url.split('/').at(-1))).toContain('gallery.js');
  });

  it('the one for files only the file system', async () => {
    expect((await loadedBy(built('files'))).outside).toEqual(['node:fs']);
  });
});

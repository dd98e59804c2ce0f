import { readFile } from 'node:fs/promises';

export interface LoadedModules {
  /** Addresses of the files that are imported by a relative path, the entry first. */
  readonly own: readonly string[];
  /** What is imported by name: other packages and modules of Node. */
  readonly outside: readonly string[];
}

/** Every module that importing a built file loads, directly or through others. */
export async function loadedModules(entry: URL): Promise<LoadedModules> {
  // Loaded only here: most users of this package do not need the compiler.
  const { default: ts } = await import('typescript');
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

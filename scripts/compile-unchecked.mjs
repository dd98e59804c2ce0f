// Compiles the packages where TypeScript is not installed: only the types are taken out. `npm test` and
// lint check them.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGES = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages');

export async function compileUnchecked() {
  const stale = readdirSync(PACKAGES)
    // The portal is built by vite.
    .filter((name) => name !== 'portal' && existsSync(join(PACKAGES, name, 'src')))
    .flatMap((name) =>
      sourcesBelow(join(PACKAGES, name, 'src')).map((path) => [path, compiledFile(name, path)]),
    )
    .filter(
      ([path, compiled]) => !existsSync(compiled) || statSync(compiled).mtimeMs < statSync(path).mtimeMs,
    );
  if (stale.length === 0) return;
  const { transformSync } = await import('rolldown/utils');
  for (const [path, compiled] of stale) {
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
      target: 'es2023',
      typescript: { onlyRemoveTypeImports: true },
      tsconfig: false,
    });
    if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
    mkdirSync(dirname(compiled), { recursive: true });
    writeFileSync(compiled, code);
  }
}

const compiledFile = (name, path) =>
  join(PACKAGES, name, 'dist', relative(join(PACKAGES, name, 'src'), path).replace(/\.ts$/, '.js'));

const sourcesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name));

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES, ROOT } from './install.mjs';

/** Development dependencies of the portal that are part of its pages. */
const BUNDLED = ['react', 'react-dom', 'marked', 'highlight.js'];

export const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

/** Where a package that is installed at `from` finds another: beside it, or in a folder above. */
function found(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (at === '') return undefined;
  }
}

/** Everything that is installed with our packages, on any platform, and what the portal's pages are built from. */
export function shippedPackages() {
  const seen = new Set();
  const visit = (path) => {
    const { dependencies = {}, optionalDependencies = {}, link, resolved } = packages[path];
    if (link) return visit(resolved);
    if (seen.has(path)) return;
    seen.add(path);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = found(name, path.startsWith('packages/') ? '' : path);
      if (next !== undefined) visit(next);
    }
  };
  for (const part of PACKAGES) visit(`packages/${part}`);
  for (const name of BUNDLED) visit(`node_modules/${name}`);
  return [...seen].filter((path) => path.startsWith('node_modules/'));
}

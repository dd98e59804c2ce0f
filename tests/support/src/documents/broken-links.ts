import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * The links of a published README that lead nowhere: to a file that is not beside it, or to one that is not in the
 * repository. `page` is the address of the repository at the published version.
 */
export function brokenLinks(readme: string, page: string, isBeside: (path: string) => boolean): string[] {
  const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    const [path = ''] = target.split('#');
    if (target.startsWith(`${page}/`)) return !existsSync(join(ROOT, path.slice(page.length)));
    return !/^https?:/.test(target) && path !== '' && !isBeside(path);
  });
}

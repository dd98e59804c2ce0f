// What packing the npm packages and packing the Python client share; uses only what Node brings along.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';

/** Calls with a folder that is gone afterwards. */
export async function staged(use) {
  const stage = mkdtempSync(join(tmpdir(), 'facet-pack-'));
  try {
    return await use(stage);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The page of a repository from its address in a manifest: git+https://github.com/facet/facet.git */
export const pageOf = (repository) => repository?.replace(/^git\+/, '').replace(/\.git$/, '');

/**
 * The README of packages/NAME, as others read it. What is marked as unpublished becomes the command that installs the
 * package. A link to a file that is not in the package leads to the repository, at the tag of the version, or is its text
 * alone where there is no repository.
 */
export function publishedReadme(text, { name, version, contents, repository, install }) {
  const published = text.replaceAll(
    /<!-- unpublished -->.*?<!-- \/unpublished -->/gs,
    `\`\`\`sh\n${install}\n\`\`\``,
  );
  return published.replaceAll(/(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g, (link, words, target) => {
    const [path, anchor] = target.split('#');
    if (/^[a-z]+:/.test(target) || path === '' || existsSync(join(contents, path))) return link;
    const page = pageOf(repository);
    if (page === undefined) return words;
    const file = posix.join('packages', name, path);
    return `[${words}](${page}/blob/v${version}/${file}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

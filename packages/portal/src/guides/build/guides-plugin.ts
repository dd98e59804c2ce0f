import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { GUIDE_GROUPS, type GuideSource } from './guide-list.js';
import { IMAGE_PLACEHOLDER, renderGuide, SERVICE_PLACEHOLDER } from './render-guide.js';
import { searchEntries } from './search-entries.js';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));
const LIST = 'virtual:guides';
const GUIDE = 'virtual:guide/';
const SEARCH = 'virtual:guide-search';

/** Vite leaves module names with this prefix to the plugin. */
const OWN = '\0';

/**
 * Renders the guides while the portal is built: `virtual:guides` is the list, each guide is a separate module that is
 * loaded when the guide is opened, and `virtual:guide-search` has the words of all of them.
 */
export function guidesPlugin(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (id === LIST || id === SEARCH || id.startsWith(GUIDE) ? OWN + id : null),
    load(id) {
      if (id === OWN + LIST) return listModule();
      if (id === OWN + SEARCH) return searchModule();
      if (!id.startsWith(OWN + GUIDE)) return null;
      const name = id.slice((OWN + GUIDE).length);
      const source = GUIDE_GROUPS.flatMap(({ guides }) => guides).find((guide) => guide.name === name);
      if (source === undefined) throw new Error(`There is no guide "${name}".`);
      this.addWatchFile(join(ROOT, source.file));
      return guideModule(source);
    },
  };
}

const read = ({ file }: GuideSource): string => readFileSync(join(ROOT, file), 'utf8');

const render = (source: GuideSource): ReturnType<typeof renderGuide> =>
  renderGuide(source.file, read(source));

function searchModule(): string {
  const entries = GUIDE_GROUPS.flatMap(({ guides }) => guides).flatMap((source) =>
    searchEntries(source.name, read(source)),
  );
  return `export const GUIDE_SECTIONS = ${JSON.stringify(entries)};`;
}

function listModule(): string {
  const groups = GUIDE_GROUPS.map(({ title, guides }) => {
    const entries = guides.map((guide) => {
      const facts = JSON.stringify({ name: guide.name, title: render(guide).title, summary: guide.summary });
      return `{ ...${facts}, load: () => import(${JSON.stringify(GUIDE + guide.name)}) }`;
    });
    return `{ title: ${JSON.stringify(title)}, guides: [${entries.join(', ')}] }`;
  });
  return `export const SERVICE_PLACEHOLDER = ${JSON.stringify(SERVICE_PLACEHOLDER)};
export const GUIDE_GROUPS = [${groups.join(', ')}];`;
}

function guideModule(source: GuideSource): string {
  const { title, sections, html, images } = render(source);
  const imports = images.map(
    (path, n) => `import image${n} from ${JSON.stringify(`${join(ROOT, path)}?url`)};`,
  );
  const text = images.reduce(
    (code, _path, n) => code.replaceAll(`${IMAGE_PLACEHOLDER}${n}-`, `" + image${n} + "`),
    JSON.stringify(html),
  );
  return `${imports.join('\n')}
export default { title: ${JSON.stringify(title)}, sections: ${JSON.stringify(sections)}, html: ${text} };`;
}

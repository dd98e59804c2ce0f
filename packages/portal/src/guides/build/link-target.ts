import { posix } from 'node:path';
import { GUIDE_GROUPS } from './guide-list.js';

/** Where a link of a guide leads in the portal. */
export type LinkTarget =
  | { readonly kind: 'address'; readonly href: string }
  /** A file of the repository that the portal does not have. */
  | { readonly kind: 'file'; readonly path: string };

const NAMES = new Map(
  GUIDE_GROUPS.flatMap(({ guides }) => guides).map(({ name, file }) => [file, name] as const),
);

/** What the running service itself has under another address. */
const SERVED = new Map([
  ['docs/openapi.json', './openapi.json'],
  ['README.md', '#/'],
]);

export function linkTarget(file: string, href: string): LinkTarget {
  if (/^https?:/.test(href)) return { kind: 'address', href };
  const cut = href.indexOf('#');
  const anchor = cut === -1 ? '' : href.slice(cut + 1);
  const path = posix.normalize(posix.join(posix.dirname(file), cut === -1 ? href : href.slice(0, cut)));
  const target = cut === 0 ? file : path;
  const name = NAMES.get(target);
  if (name !== undefined)
    return { kind: 'address', href: `#/guides/${name}${anchor === '' ? '' : `/${anchor}`}` };
  const served = SERVED.get(target);
  return served === undefined ? { kind: 'file', path: target } : { kind: 'address', href: served };
}

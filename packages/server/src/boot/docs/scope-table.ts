import type { Route } from '../../http/route.js';
import { SCOPE_NAMES, SCOPES, type Scope } from '../../http/scopes.js';
import { withApp } from './openapi-file.js';

const TABLE = /(<!-- scopes: npm run docs -->\n)[^]*?(<!-- end of scopes -->)/;

/** With every door and feature that has routes. */
const EVERYTHING = {
  FACET_COLLECTIONS: '1',
  FACET_COMPREFACE: '1',
  FACET_DEEPSTACK: '1',
  FACET_NEXTCLOUD: '1',
  FACET_REKOGNITION: '1',
};

/** A document with its table of the routes by the scope that an API key needs for them. */
export async function withScopeTable(document: string): Promise<string> {
  if (!TABLE.test(document)) throw new Error('docs/api.md has no place for the table of scopes.');
  const routes = await withApp(EVERYTHING, ({ app }) => app.routes());
  const entries = routes.flatMap(entriesOf);
  const rows = SCOPE_NAMES.map((scope) => {
    const own = entries.filter((entry) => entry.scope === scope).map(({ name }) => `\`${name}\``);
    return `- \`${scope}\`, to ${SCOPES[scope]}: ${own.join(', ')}`;
  });
  return document.replace(TABLE, (_, start: string, end: string) => `${start}\n${rows.join('\n')}\n\n${end}`);
}

function entriesOf({ method, path, scope }: Route): { readonly scope: Scope; readonly name: string }[] {
  const name = `${method} ${path}`;
  if (scope === undefined) return [];
  if (typeof scope === 'string') return [{ scope, name }];
  return Object.entries(scope).map(([operation, each]) => ({ scope: each, name: `${name} ${operation}` }));
}

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, ERROR_CODES } from '../errors.js';
import { DOCS_FOLDER, generatedFiles } from './generated-files.js';

const committed = (name: string): Promise<string> => readFile(new URL(name, DOCS_FOLDER), 'utf8');

describe('generated documents', () => {
  it('are what the code says (else: npm run docs)', async () => {
    const files = [...(await generatedFiles())];
    expect(files).toHaveLength(4);
    for (const [name, text] of files) expect(await committed(name), name).toBe(text);
  });
});

describe('the error codes', () => {
  const known = ERROR_CODES.map((code) => ERROR_CATALOGUE[code].number).sort();

  it('are unique', () => {
    expect(new Set(known).size).toBe(known.length);
  });

  it('are the same in code, docs and OpenAPI', async () => {
    const page = await committed('errors.md');
    const table = [...page.matchAll(/^\| (\d{4}) \| \d{3} \|/gm)].map(([, code]) => code).sort();
    expect(table).toEqual(known);

    const document = JSON.parse(await committed('openapi.json')) as OpenApi;
    expect([...document.components.schemas.ErrorEnvelope.properties.code.enum].sort()).toEqual(known);
  });

  it('of the operations appear under their HTTP status in OpenAPI', async () => {
    const document = JSON.parse(await committed('openapi.json')) as OpenApi;
    const statusOf = new Map(
      ERROR_CODES.map((code) => [ERROR_CATALOGUE[code].number, ERROR_CATALOGUE[code].status]),
    );
    const named = new Set<string>();
    for (const methods of Object.values(document.paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const [status, { content }] of Object.entries(responses)) {
          const codes = content['application/json']?.schema.properties?.code?.enum ?? [];
          for (const code of codes) {
            named.add(code);
            expect(statusOf.get(code), code).toBe(Number(status));
          }
        }
      }
    }
    // What belongs to no route, or only to those of the trial, cannot be named by one of the document.
    expect([...named, '2404', '2405', '4294'].sort()).toEqual(known);
  });
});

/** Errors of other routes, and of calls whose account is not known. */
const NO_OUTCOMES: readonly string[] = [
  ...['bad-token', 'bad-field', 'not-found', 'method', 'no-user-id', 'unknown-user-id', 'sign-up-closed'],
  ...['not-logged-in', 'wrong-credentials', 'cross-site', 'not-an-administrator', 'no-mail-server'],
  ...['email-taken', 'user-id-name-taken', 'too-many-user-ids', 'too-many-attempts', 'trial-limit'],
];

it('the guide names every outcome of a call in the usage, and says which count', async () => {
  const guide = await readFile(new URL('accounts.md', DOCS_FOLDER), 'utf8');
  const rows = [...guide.matchAll(/^\| (\d{4}) +\| `([\w-]+)` +\| [^|]{10,} \| (yes)? *\|$/gm)];
  const outcomes = ERROR_CODES.filter((code) => !NO_OUTCOMES.includes(code));
  expect(rows.map(([, number, name, counts]) => [number, name, counts === 'yes'])).toEqual(
    outcomes.map((code) => [ERROR_CATALOGUE[code].number, code, ERROR_CATALOGUE[code].counts === true]),
  );
});

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        responses: Record<
          string,
          { content: Record<string, { schema: { properties?: { code?: { enum?: string[] } } } } | undefined> }
        >;
      }
    >
  >;
  components: { schemas: { ErrorEnvelope: { properties: { code: { enum: string[] } } } } };
}

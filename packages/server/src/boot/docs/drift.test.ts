import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, ERROR_CODES } from '../../errors.js';
import { DOCS_FOLDER, generatedFiles } from './generated-files.js';
import { openApiFile } from './openapi-file.js';

const committed = (name: string): Promise<string> => readFile(new URL(name, DOCS_FOLDER), 'utf8');

describe('generated documents', () => {
  it('are what the code says (else: npm run docs)', async () => {
    const files = [...(await generatedFiles())];
    expect(files).toHaveLength(6);
    for (const [name, text] of files) expect(await committed(name), name).toBe(text);
  });
});

const document = JSON.parse(await openApiFile()) as OpenApi;

describe('the error codes', () => {
  const known = ERROR_CODES.map((code) => ERROR_CATALOGUE[code].number).sort();

  it('are unique', () => {
    expect(new Set(known).size).toBe(known.length);
  });

  it('are the same in code, docs and OpenAPI', async () => {
    const page = await committed('errors.md');
    const listed = [...page.matchAll(/^- \*\*(\d{4})\*\* /gm)].map(([, code]) => code).sort();
    expect(listed).toEqual(known);

    expect([...document.components.schemas.ErrorEnvelope.properties.code.enum].sort()).toEqual(known);
  });

  it('of the operations appear under their HTTP status in OpenAPI', () => {
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
    // What belongs to no route, only to those of the trial or of CompreFace (3002, 4096), to the address of a redirect
    // (4014) or to signed requests (4016), cannot be named by a route of the document.
    expect([...named, '2405', '3002', '4014', '4016', '4096', '4294'].sort()).toEqual(known);
  });
});

it('the page of errors has the name of every error, and says which calls count', async () => {
  const page = await committed('errors.md');
  const lines = page.matchAll(/^- \*\*(\d{4})\*\* ([\w-]+) \(\d{3}(, counts)?\): .{10,}$/gm);
  expect([...lines].map(([, number, name, counts]) => [number, name, counts !== undefined])).toEqual(
    ERROR_CODES.map((code) => [ERROR_CATALOGUE[code].number, code, ERROR_CATALOGUE[code].counts === true]),
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

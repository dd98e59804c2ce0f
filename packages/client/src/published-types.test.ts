import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const fixture = (name: string): string => fileURLToPath(new URL(`testing/${name}`, import.meta.url));
const HOST_FILE = fixture('caller-in-a-browser.ts');

/** What a caller writes who has the types of browsers and none of Node. */
const CALLER = `
import { FacetClient, NoFaceError, QualityError, type Face } from '../../dist/index.js';
export async function use(file: File, response: Response): Promise<number> {
  const client = new FacetClient({ baseUrl: location.origin, userId: 'u', fetch: window.fetch });
  const { faces } = await client.attributes(file, { signal: AbortSignal.timeout(5) });
  const box: Face['box'] | undefined = faces[0]?.box;
  if (response.body) await client.match(response.body, new URL('https://example.com/a.jpg'), { boxes: [box] });
  const chin: { x: number; y: number } | undefined = faces[0]?.landmarks.chin;
  // @ts-expect-error: there is no such landmark
  faces[0]?.landmarks.face_endpoint_8;
  // @ts-expect-error: a box has four numbers
  await client.vector(file, { box: [1, 2, 3] });
  const error: unknown = null;
  if (error instanceof QualityError) return error.failed[0]?.threshold ?? 0;
  if (error instanceof NoFaceError) return error.httpStatus;
  return chin?.x ?? 0;
}
`;

function problemsOf(source: string): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipDefaultLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) =>
    name === HOST_FILE ? ts.createSourceFile(name, source, target) : readSource(name, target);
  const program = ts.createProgram([HOST_FILE], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

describe('the published types', () => {
  // The two lines that must not compile show that wrong types would be noticed.
  it('serve a caller without the types of Node', () => {
    expect(problemsOf(CALLER)).toEqual([]);
  });
});

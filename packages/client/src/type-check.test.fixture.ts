import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FILE = fileURLToPath(new URL('checked-program.ts', import.meta.url));

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  skipLibCheck: true,
};

/** What TypeScript finds wrong with a program, as if it were a file in this folder. */
export function typeProblems(source: string, options: ts.CompilerOptions = {}): string[] {
  const all = { ...OPTIONS, ...options };
  const host = ts.createCompilerHost(all);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) =>
    name === FILE ? ts.createSourceFile(name, source, target) : readSource(name, target);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([FILE], all, host))
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
}

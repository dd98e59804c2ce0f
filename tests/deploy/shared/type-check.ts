import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from './run-tool.js';

export interface TypedValue {
  /** The exported type. */
  readonly type: string;
  /** The module that exports it. */
  readonly from: string;
  readonly value: unknown;
}

const FILE = join(ROOT, 'deploy', 'checked-values.ts');

/** What TypeScript has against values as literals of the given types: wrong kinds, what is missing, what is unknown. */
export function typeErrors(values: readonly TypedValue[]): string[] {
  const source = values
    .map(
      ({ type, from, value }, index) =>
        `import type { ${type} as T${index} } from '${from}';\nexport const v${index}: T${index} = ${JSON.stringify(value, null, 1)};`,
    )
    .join('\n');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const fromDisk = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language) =>
    name === FILE ? ts.createSourceFile(name, source, language) : fromDisk(name, language);
  const program = ts.createProgram([FILE], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText, start = 0 }) => {
    const line = source.slice(0, start).split('\n').length;
    return `${source.split('\n')[line - 1]?.trim() ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

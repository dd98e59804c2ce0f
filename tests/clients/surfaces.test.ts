import { fileURLToPath } from 'node:url';
import { openApiText } from '@facet/test-support';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { PYTHON, runProgram } from './programs.js';

const path = (from: string): string => fileURLToPath(new URL(from, import.meta.url));

/** The method of each operation of the document. A new operation needs a line here and a method in both clients. */
const METHODS: Readonly<Record<string, string>> = {
  matchFaces: 'match',
  compareFaces: 'compare',
  getImageAttr: 'attributes',
  getFaceVec: 'vector',
  redact: 'redact',
  openLivenessSession: 'liveness_session',
  checkLiveness: 'check_liveness',
};
const COLLECTION_METHODS: Readonly<Record<string, string>> = {
  listCollections: 'list',
  putCollection: 'create',
  showCollection: 'get',
  deleteCollection: 'delete',
  listPeople: 'list_people',
  putPerson: 'put_person',
  showPerson: 'get_person',
  deletePerson: 'delete_person',
  mergePeople: 'merge_people',
  enrolFace: 'enrol',
  showFace: 'get_face',
  moveFace: 'move_face',
  deleteFace: 'delete_face',
  searchFaces: 'search',
  verifyPerson: 'verify',
  exportCollection: 'export',
  importCollection: 'import_gallery',
};

/** What only one language needs: Python ends a call by cancelling its task, and has no `fetch` to replace. */
const TYPESCRIPT_ONLY: ReadonlySet<string> = new Set(['signal', 'fetch']);
/** An export is bytes in Python, with a limit, and a stream in TypeScript. */
const PYTHON_ONLY: ReadonlySet<string> = new Set(['max_bytes']);

/** The results, in both clients. */
const RESULTS: readonly string[] = [
  'AttributesResult',
  'Collection',
  'CollectionCounts',
  'CollectionList',
  'CollectionMatch',
  'CollectionSearchResult',
  'CompareResult',
  'EnrolledFace',
  'EnrolResult',
  'Face',
  'FaceQuality',
  'FailedCondition',
  'FailedRule',
  'HeadPose',
  'JudgedDistance',
  'LimitStatus',
  'LivenessResult',
  'LivenessSession',
  'LivenessStep',
  'MatchDetails',
  'MatchedFace',
  'MatchResult',
  'PeoplePage',
  'Person',
  'PersonWithFaces',
  'RedactResult',
  'ResultMeta',
  'SearchedFace',
  'VectorResult',
  'VerifyResult',
];
/** In Python, a Person is one of a gallery in memory. */
const pythonResult = (name: string): string => (name === 'Person' ? 'CollectionPerson' : name);
/** Of galleries in memory (in TypeScript another package), of images, and parts that TypeScript does not name. */
const OTHER_PYTHON_TYPES: ReadonlySet<string> = new Set([
  'FaceExpression',
  'Hit',
  'ImageSize',
  'LivenessMatch',
  'Person',
  'SearchResult',
  'SearchThreshold',
  'StoredVector',
]);

interface Surface {
  /** The options of each method. */
  readonly methods: Readonly<Record<string, readonly string[]>>;
  readonly collections: Readonly<Record<string, readonly string[]>>;
  readonly client: readonly string[];
  readonly types: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly string[];
  readonly attributes: { readonly image: readonly string[]; readonly vector: readonly string[] };
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly tags?: readonly string[];
            readonly parameters?: readonly { readonly name: string; readonly in: string }[];
            readonly requestBody?: unknown;
          }
        >
      >
    >
  >;
}

let python: Surface & {
  readonly asyncMethods: Surface['methods'];
  readonly asyncCollections: Surface['methods'];
};
let typescript: Surface;
let operations: {
  readonly id: string;
  readonly isOfCollections: boolean;
  readonly query: readonly string[];
  readonly takesList: boolean;
}[];

beforeAll(async () => {
  python = JSON.parse(
    await runProgram(PYTHON, [path('./python-surface.py')], {
      cwd: path('.'),
      env: { PYTHONPATH: path('../../packages/python-client'), PYTHONDONTWRITEBYTECODE: '1' },
    }),
  ) as typeof python;
  typescript = typescriptSurface();
  const document = JSON.parse(await openApiText()) as OpenApi;
  operations = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ tags = [] }) => tags.some((tag) => ['Faces', 'Liveness', 'Collections'].includes(tag)))
    .map(({ operationId, tags = [], parameters = [], requestBody }) => ({
      id: operationId,
      isOfCollections: tags.includes('Collections'),
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      takesList: JSON.stringify(requestBody ?? {}).includes('"maxItems":32'),
    }));
}, 120_000);

/** The public names of the TypeScript client, written as Python writes them. */
function typescriptSurface(): Surface {
  const entry = path('../../packages/client/dist/index.d.ts');
  const program = ts.createProgram([entry], { strict: true, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error('The client is not built.');
  const exported = new Map(
    checker.getExportsOfModule(module).map((symbol) => {
      const target = (symbol.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(symbol) : symbol;
      return [symbol.name, target];
    }),
  );
  const symbolNamed = (name: string): ts.Symbol => {
    const symbol = exported.get(name);
    if (symbol === undefined) throw new Error(`The TypeScript client has no ${name}.`);
    return symbol;
  };
  const fieldsOf = (type: ts.Type): string[] =>
    type
      .getProperties()
      .filter(({ name }) => !TYPESCRIPT_ONLY.has(name))
      .map(({ name }) => snakeCase(name))
      .sort();
  /** Of an object in which nothing is required. */
  const optionsOf = (parameter: ts.Symbol): string[] => {
    const type = checker.getNonNullableType(checker.getTypeOfSymbol(parameter));
    const isOptional = ({ flags }: ts.Symbol): boolean => (flags & ts.SymbolFlags.Optional) !== 0;
    return type.getProperties().every(isOptional) ? fieldsOf(type) : [];
  };
  const declared = (name: string): ts.Type => checker.getDeclaredTypeOfSymbol(symbolNamed(name));
  const client = declared('FacetClient');
  const methodsOf = (type: ts.Type, nameOf = snakeCase): Surface['methods'] =>
    Object.fromEntries(
      type
        .getProperties()
        .filter(({ name }) => !name.includes('#') && name !== 'collections')
        .map((method): [string, string[]] => {
          const [signature] = checker.getTypeOfSymbol(method).getCallSignatures();
          if (signature === undefined) throw new Error(`${method.name} is not a method.`);
          return [nameOf(method.name), signature.getParameters().flatMap(optionsOf).sort()];
        }),
    );
  const namesOf = (type: string): string[] => {
    const union = declared(type);
    return (union.isUnion() ? union.types : [union])
      .flatMap((member) => (member.isStringLiteral() ? member.value : []))
      .sort();
  };
  return {
    methods: methodsOf(client),
    // `import` is a word of the language in Python.
    collections: methodsOf(declared('Collections'), (name) =>
      name === 'import' ? 'import_gallery' : snakeCase(name),
    ),
    client: fieldsOf(declared('FacetClientOptions')),
    types: Object.fromEntries(RESULTS.map((name) => [name, fieldsOf(declared(name))])),
    errors: [...exported.keys()].filter((name) => name.endsWith('Error')).sort(),
    attributes: { image: namesOf('ImageAttribute'), vector: namesOf('VectorAttribute') },
  };
}

/** Python counts time in seconds: its names have no unit. */
const snakeCase = (name: string): string =>
  name.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Python has a TimeoutError of its own, and its errors need no name of the service. */
const pythonError = (name: string): string =>
  ({ TimeoutError: 'FacetTimeoutError', FacetServiceError: 'ServiceError' })[name] ?? name;

describe('both clients', () => {
  it('have a method for every operation, with an option for every query parameter', () => {
    expect(operations.map(({ id }) => id)).toEqual(expect.arrayContaining(['matchFaces', 'searchFaces']));
    for (const { id, isOfCollections, query, takesList } of operations) {
      const [methods, part] = isOfCollections
        ? [COLLECTION_METHODS, 'collections' as const]
        : [METHODS, 'methods' as const];
      const method = methods[id] ?? `no method for ${id}`;
      const each = isOfCollections ? `${method}_each` : `${method}_of_each`;
      for (const name of takesList ? [method, each] : [method]) {
        expect(Object.keys(python[part]), id).toContain(name);
        const options = typescript[part][name] ?? [];
        for (const parameter of query) {
          const boxes = options.includes('box') ? 'box' : 'boxes';
          const wanted = parameter.replace(/^bboxes(_[12])?$/, boxes);
          if (!(name === each && isOfCollections && wanted === boxes))
            expect(options, `${id}: ${parameter}`).toContain(wanted);
        }
      }
    }
  });

  it('have the same methods with the same options', () => {
    expect(python.methods).toEqual(typescript.methods);
    const collections = Object.entries(python.collections).map(([name, options]) => [
      name,
      options.filter((option) => !PYTHON_ONLY.has(option)),
    ]);
    expect(Object.fromEntries(collections)).toEqual(typescript.collections);
    expect([...python.client].sort()).toEqual(typescript.client);
  });

  it('have the same methods with the same options in the asynchronous Python client', () => {
    const { close, ...methods } = python.asyncMethods;
    expect(close).toEqual([]);
    expect(methods).toEqual(python.methods);
    expect(python.asyncCollections).toEqual(python.collections);
  });

  it('have the same results', () => {
    for (const name of RESULTS)
      expect(python.types[pythonResult(name)], name).toEqual(typescript.types[name]);
    expect(
      Object.keys(python.types)
        .filter((name) => !OTHER_PYTHON_TYPES.has(name))
        .sort(),
    ).toEqual(RESULTS.map(pythonResult).sort());
  });

  it('request the same attributes', () => {
    expect(python.attributes).toEqual(typescript.attributes);
  });

  it('have the same errors', () => {
    const expected = typescript.errors.filter((name) => name !== 'AbortedError').map(pythonError);
    expect(python.errors.filter((name) => name !== 'GalleryError').sort()).toEqual(expected.sort());
  });
});

import { readFile } from 'node:fs/promises';
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

/** Where the fields of a body are in both clients, where that is not an option or argument of the same name. */
const BODY_FIELDS: Readonly<Record<string, string>> = {
  img: 'image',
  vec: 'image',
  image_attr: 'image',
  img_1: 'first',
  vec_1: 'first',
  img_2: 'second',
  vec_2: 'second',
  times: 'frames',
  'checkLiveness img': 'expected',
  'checkLiveness vec': 'expected',
  'moveFace person': 'to',
};
/** `from` is a word of the language in Python. */
const pythonArgument = (name: string): string => (name === 'from_person' ? 'from' : name);
/** Python takes any text for them, and the service judges it. */
const ANY_TEXT_IN_PYTHON: ReadonlySet<string> = new Set(['actions']);

/** By the tags of the document: what the clients are for, and what the portal alone does. */
const CLIENT_TAGS: readonly string[] = ['Faces', 'Liveness', 'Collections'];
const OTHER_TAGS: readonly string[] = ['Account', 'Admin', 'Service'];

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
  /** The names of the arguments of each method, before its options. */
  readonly arguments: Readonly<Record<string, readonly string[]>>;
  /** The values of the options that have a few texts. */
  readonly values: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly client: readonly string[];
  readonly types: Readonly<Record<string, readonly string[]>>;
  readonly errors: readonly string[];
  readonly attributes: { readonly image: readonly string[]; readonly vector: readonly string[] };
}

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly tags?: readonly string[];
            readonly parameters?: readonly {
              readonly name: string;
              readonly in: string;
              readonly schema: Schema;
            }[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
            };
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
  readonly body: readonly string[];
  /** The values of the parameters and fields that have a few texts, beyond the digits of flags and levels. */
  readonly values: readonly (readonly [name: string, values: readonly string[]])[];
  readonly takesList: boolean;
}[];
let tags: ReadonlySet<string>;

/** The fields of an object, also of one that is written in parts. */
function fieldsOfSchema(schema: Schema, document: OpenApi): [string, Schema][] {
  const { $ref, properties = {}, allOf = [], anyOf = [], oneOf = [] } = schema;
  const named = $ref && document.components.schemas[$ref.split('/').at(-1) ?? ''];
  return [
    ...Object.entries(properties),
    ...[...allOf, ...anyOf, ...oneOf, ...(named ? [named] : [])].flatMap((part) =>
      fieldsOfSchema(part, document),
    ),
  ];
}

beforeAll(async () => {
  python = JSON.parse(
    await runProgram(PYTHON, [path('./python-surface.py')], {
      cwd: path('.'),
      env: { PYTHONPATH: path('../../packages/python-client'), PYTHONDONTWRITEBYTECODE: '1' },
    }),
  ) as typeof python;
  typescript = typescriptSurface();
  const document = JSON.parse(await openApiText()) as OpenApi;
  const every = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  tags = new Set(every.flatMap((operation) => operation.tags ?? ['none']));
  operations = every
    .filter((operation) => operation.tags?.some((tag) => CLIENT_TAGS.includes(tag)))
    .map((operation) => {
      const { operationId, parameters = [], requestBody } = operation;
      const query = parameters.filter((parameter) => parameter.in === 'query');
      const body = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
        fieldsOfSchema(schema, document),
      );
      const texts = [...query.map(({ name, schema }) => [name, schema] as const), ...body].flatMap(
        ([name, schema]) => {
          const values = schema.enum ?? schema.items?.enum ?? [];
          return values.some((value) => /^[a-z]/.test(value)) ? [[name, [...values].sort()] as const] : [];
        },
      );
      return {
        id: operationId,
        isOfCollections: operation.tags?.includes('Collections') === true,
        query: query.map(({ name }) => name),
        body: [...new Set(body.map(([name]) => name))],
        values: texts,
        takesList: JSON.stringify(requestBody ?? {}).includes('"maxItems":32'),
      };
    });
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
  /** The texts of a union, or of the items of a list; every other type has none. */
  const textsOf = (type: ts.Type): string[] => {
    const some = checker.getNonNullableType(type);
    const item = checker.getIndexTypeOfType(some, ts.IndexKind.Number);
    const isText = (some.flags & ts.TypeFlags.StringLike) !== 0;
    if (item !== undefined && !isText && !some.isUnion()) return textsOf(item);
    return (some.isUnion() ? some.types : [some])
      .flatMap((member) => (member.isStringLiteral() ? member.value : []))
      .sort();
  };
  const signatures = (type: ts.Type): [string, readonly ts.Symbol[]][] =>
    type
      .getProperties()
      .filter(({ name }) => !name.includes('#') && name !== 'collections')
      .flatMap((method) =>
        checker
          .getTypeOfSymbol(method)
          .getCallSignatures()
          .map((signature): [string, readonly ts.Symbol[]] => [
            snakeCase(method.name),
            signature.getParameters(),
          ]),
      );
  const valuesOf = (parameters: readonly ts.Symbol[]): [string, string[]][] =>
    parameters
      .flatMap((parameter) => checker.getNonNullableType(checker.getTypeOfSymbol(parameter)).getProperties())
      .map((option): [string, string[]] => [
        snakeCase(option.name),
        textsOf(checker.getTypeOfSymbol(option)),
      ]);
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
    arguments: Object.fromEntries(
      [...signatures(client), ...signatures(declared('Collections'))].map(([name, parameters]) => [
        name,
        parameters.map((parameter) => snakeCase(parameter.name)),
      ]),
    ),
    values: Object.fromEntries(
      signatures(client).map(([name, parameters]) => [name, Object.fromEntries(valuesOf(parameters))]),
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

  it('are for every kind of operation, or leave it to the portal', () => {
    expect([...tags].sort()).toEqual([...CLIENT_TAGS, ...OTHER_TAGS].sort());
  });

  it('have an argument or an option for every field of a body', () => {
    const seen = operations.flatMap(({ body }) => body);
    expect(seen).toEqual(expect.arrayContaining(['img_1', 'frames', 'display_name', 'actions']));
    for (const { id, isOfCollections, body } of operations) {
      if (body.length === 0) continue;
      const part = isOfCollections ? ('collections' as const) : ('methods' as const);
      const method = (isOfCollections ? COLLECTION_METHODS : METHODS)[id] ?? `no method for ${id}`;
      for (const field of body) {
        const wanted = BODY_FIELDS[`${id} ${field}`] ?? BODY_FIELDS[field] ?? field;
        const inPython = [...(python.arguments[method] ?? []), ...(python[part][method] ?? [])];
        expect(inPython.map(pythonArgument), `${id}: ${field}`).toContain(wanted);
        const inTypeScript = [...(typescript.arguments[method] ?? []), ...(typescript[part][method] ?? [])];
        expect(inTypeScript, `${id}: ${field}`).toContain(wanted);
      }
    }
  });

  it('take the values that the service takes', () => {
    const seen = operations.flatMap(({ values }) => values.map(([name]) => name));
    expect(seen.sort()).toEqual(['actions', 'shape', 'style']);
    for (const { id, values } of operations)
      for (const [name, expected] of values) {
        const method = METHODS[id] ?? `no method for ${id}`;
        expect(typescript.values[method]?.[name], `${id}: ${name}`).toEqual(expected);
        const inPython = ANY_TEXT_IN_PYTHON.has(name) ? undefined : expected;
        expect(python.values[method]?.[name], `${id}: ${name}`).toEqual(inPython);
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

  it('have every option of the TypeScript client in its README', async () => {
    const readme = await readFile(path('../../packages/client/README.md'), 'utf8');
    const code = [...readme.matchAll(/```.*?```|`[^`]+`/gs)].join('\n');
    const { methods, collections, client } = typescript;
    const options = new Set([methods, collections].flatMap((part) => Object.values(part).flat()));
    const named = [...options, ...client]
      .map((option) => option.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((option) => !new RegExp(`\\b${option}(?:Ms)?\\b`).test(code));
    expect(options.size).toBeGreaterThan(20);
    expect(named).toEqual([]);
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

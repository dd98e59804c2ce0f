import { attributeFields, attributesText } from './attributes-text.js';
import type { Content, OpenApi, Operation, Schema } from './openapi.types.js';
import { docComment, member, referredName, typeOf, union } from './schema-to-type.js';

const HEADER = `// Generated from the service's OpenAPI document; do not edit. After a change there:
// npm run build && node packages/client/dist/generate/write-api-types.js
`;
/** What the client calls: the operations on images, the liveness check, and the collections. */
const TAG = 'Faces';
const LIVENESS = 'Liveness';
const COLLECTIONS = 'Collections';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The source text of api-types.ts, before formatting. */
export function apiTypesText(document: OpenApi): string {
  const calls = callsOf(document);
  if (calls.length === 0) throw new Error(`The document holds no operation with the tag ${TAG}.`);
  const collectionCalls = callsOf(document, COLLECTIONS);
  const livenessCalls = callsOf(document, LIVENESS);
  const schemas = reachableSchemas(document, [...calls, ...livenessCalls, ...collectionCalls]);
  return [
    HEADER,
    operationsTable([...calls, ...livenessCalls, ...collectionCalls]),
    landmarkNames(document),
    blendshapeNames(document),
    limits(calls),
    attributesText(document, attributeFields(document, vectorData(calls))),
    ...schemas.map((name) => declaration(name, schemaNamed(document, name))),
    ...[...calls, ...livenessCalls].flatMap((call) => [
      operationTypes(call),
      errorType(pascal(call.operation), [call]),
    ]),
    ...collectionCalls.map(operationTypes),
    errorType('Collection', collectionCalls),
    `/** Every error code of the operations. */
     export type OperationErrorCode = ${union([...[...calls, ...livenessCalls].map(({ operation }) => pascal(operation)), 'Collection'].map((name) => `${name}ErrorCode`))};`,
  ].join('\n\n');
}

/** What Face Vector returns of one image. */
export function vectorData(calls: readonly Call[]): Schema {
  const call = calls.find(({ operation }) => operation.operationId === 'getFaceVec');
  const schema = call && jsonOf(call.operation.responses['200']);
  const data = (schema?.anyOf?.[0] ?? schema)?.properties?.['data'];
  if (data === undefined) throw new Error('The document lacks the data of getFaceVec.');
  return data;
}

export function callsOf({ paths }: OpenApi, tag = TAG): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.includes(tag) === true)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

const pascal = ({ operationId }: Operation): string =>
  operationId.replace(/^./, (letter) => letter.toUpperCase());

const schemaOf = (content: Content | undefined, type: string): Schema | undefined =>
  content?.content?.[type]?.schema;

const jsonOf = (content: Content | undefined, type = 'application/json'): Schema => {
  const schema = schemaOf(content, type);
  if (schema === undefined) throw new Error(`The document lacks a schema for ${type}.`);
  return schema;
};

function schemaNamed({ components }: OpenApi, name: string): Schema {
  const schema = components.schemas[name];
  if (schema === undefined) throw new Error(`The document has no schema ${name}.`);
  return schema;
}

function operationsTable(calls: readonly Call[]): string {
  const rows = calls.map(({ method, path, operation }) => {
    const { properties = {} } = schemaOf(operation.requestBody, 'multipart/form-data') ?? {};
    const fields = Object.keys(properties).filter((name) => properties[name]?.format === 'binary');
    return `${operation.operationId}: ${JSON.stringify({ method, path, fields })}`;
  });
  return `/** Where each operation is, and the fields of its images. */
    export const OPERATIONS = {${rows.join(',')}} as const;`;
}

function landmarkNames(document: OpenApi): string {
  const names = Object.keys(schemaNamed(document, 'FaceLandmarks').properties ?? {});
  return `/** The 68 landmarks in the order of their point numbers. */
    export const LANDMARK_NAMES = ${JSON.stringify(names)} as const satisfies readonly (keyof FaceLandmarks)[];`;
}

function blendshapeNames(document: OpenApi): string {
  const names = Object.keys(
    schemaNamed(document, 'FaceExpression').properties?.['blendshapes']?.properties ?? {},
  );
  return `export const BLENDSHAPE_NAMES = ${JSON.stringify(names)} as const satisfies readonly (keyof FaceExpression['blendshapes'])[];`;
}

/** The sizes that the service states for what callers send. */
function limits(calls: readonly Call[]): string {
  const bodies = calls.map(({ operation }) => jsonOf(operation.requestBody).properties ?? {});
  const numbersOfVector = bodies.map((fields) => fields['vec_1']?.maxItems);
  const imagesInBatch = bodies.flatMap(
    (fields) => fields['img']?.anyOf?.map(({ maxItems }) => maxItems) ?? [],
  );
  return `/** How many numbers a face vector has. */
    export const VECTOR_LENGTH = ${theOne(numbersOfVector, 'length of vec_1')};
    /** How many images one request may hold. */
    export const MAX_BATCH_IMAGES = ${theOne(imagesInBatch, 'number of images in a batch')};`;
}

function theOne(stated: readonly (number | undefined)[], what: string): number {
  const [value, ...others] = new Set(stated.filter((each) => each !== undefined));
  if (value === undefined || others.length > 0) throw new Error(`The document needs exactly one ${what}.`);
  return value;
}

/** The names of the schemas that the calls need, in the order of the document. */
function reachableSchemas(document: OpenApi, calls: readonly Call[]): string[] {
  const found = new Set(['ErrorEnvelope']);
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('$ref' in value && typeof value.$ref === 'string') {
      const name = referredName(value.$ref);
      if (found.has(name)) return;
      found.add(name);
      visit(schemaNamed(document, name));
    }
    Object.values(value).forEach(visit);
  };
  calls.forEach(({ operation }) => {
    visit(operation);
  });
  return Object.keys(document.components.schemas).filter((name) => found.has(name));
}

function declaration(name: string, schema: Schema): string {
  // The list of codes in the shared schema also holds those of pages that are not for this client.
  const isError = name === 'ErrorEnvelope';
  const body = isError
    ? { ...schema, properties: { ...schema.properties, code: { type: 'string' } } }
    : schema;
  return `${docComment(schema.description)}export interface ${name} ${typeOf(body)}`;
}

function operationTypes({ operation }: Call): string {
  const name = pascal(operation);
  const query = (operation.parameters ?? []).filter(({ in: place }) => place === 'query');
  const parameters = query.map(({ name: key, schema, description, required }) =>
    member(key, { ...schema, ...(description !== undefined && { description }) }, required === true),
  );
  const bodies = { Json: 'application/json', Form: 'multipart/form-data' };
  return [
    ...(query.length === 0 ? [] : [`export interface ${name}Query {\n${parameters.join('\n')}\n}`]),
    ...Object.entries(bodies).flatMap(([kind, type]) => {
      const schema = schemaOf(operation.requestBody, type);
      return schema === undefined ? [] : [`export interface ${name}${kind} ${typeOf(schema)}`];
    }),
    ...(schemaOf(operation.responses['200'], 'application/json') === undefined
      ? []
      : [responseTypes(operation)]),
  ].join('\n');
}

const errorType = (name: string, calls: readonly Call[]): string =>
  `export type ${name}ErrorCode = ${union(calls.flatMap(({ operation }) => errorCodes(operation)).map((code) => JSON.stringify(code)))};`;

/** Where an operation takes one image or a list of them, the response to one comes first. */
function responseTypes(operation: Operation): string {
  const name = pascal(operation);
  // The others respond with a file.
  if (operation.responses['200']?.content?.['application/json'] === undefined) return '';
  const schema = jsonOf(operation.responses['200']);
  const [one = schema, several] = schema.anyOf ?? [];
  const comment = docComment(operation.summary);
  const batch =
    several === undefined
      ? ''
      : `${docComment(`${operation.summary ?? name} of a list`)}export interface ${name}BatchResponse ${typeOf(several)}`;
  return [`${comment}export interface ${name}Response ${typeOf(one)}`, batch].join('\n').trimEnd();
}

function errorCodes({ responses }: Operation): unknown[] {
  return Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([, response]) => jsonOf(response).properties?.['code']?.enum ?? []);
}

import openapiTS, { astToString, STRING, tsUnion, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import {
  callsOf,
  camelCase,
  codesOf,
  dataOf,
  optionalFields,
  reference,
  referredName,
  resolved,
  responseOf,
  schemaOf,
  type OpenApi,
  type Operation,
  type Schema,
} from './openapi.js';

const HEADER =
  '// Generated from the OpenAPI document of the service by `npm run client:types`; do not edit.\n\n';

type Named = [name: string, schema: Schema];

/** A type for each schema that the client meets, and for all that each operation takes and gives. */
export async function apiTypesText(document: OpenApi): Promise<string> {
  const operations = callsOf(document).map(({ operation }) => operation);
  const own = Object.fromEntries([
    ...operations.flatMap(typesOf),
    ['Responses', responsesByOperation(operations)],
    ...errorCodes(operations),
    ...attributeTypes(document),
  ]) as Record<string, Schema>;
  const named = {
    openapi: '3.1.0',
    info: { title: '', version: '' },
    components: { schemas: { ...reachableSchemas(document, own), ...own } },
  };
  const nodes = await openapiTS(named as OpenAPI3, {
    immutable: true,
    arrayLength: true,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: ({ format }) => (format === 'binary' ? FILE : undefined),
    postTransform: (type) => (ts.isTupleTypeNode(type) ? readonly(type) : undefined),
  });
  return `${HEADER}${astToString(nodes.filter(isWanted))}`
    .replace('export interface components', 'interface components')
    .replace(`${SOME_FACE}?:`, '[key: `face_id_${number}`]:');
}

const readonly = (type: ts.TupleTypeNode): ts.TypeNode =>
  ts.factory.createTypeOperatorNode(ts.SyntaxKind.ReadonlyKeyword, type);

/** Without what is empty, as paths are here: only the schemas have types. */
const isWanted = (node: ts.Node): boolean =>
  !('name' in node) || !EMPTY.has((node.name as ts.Identifier).text);
const EMPTY: ReadonlySet<string> = new Set(['paths', 'webhooks', '$defs', 'operations']);

/** How a file of a form is given. */
const FILE = tsUnion([ts.factory.createTypeReferenceNode('Blob'), STRING]);
/** Stands for all faces of an image, as schemas have no types for families of names. */
const SOME_FACE = 'face_id_0';

const typeName = ({ operationId }: Operation): string =>
  operationId.replace(/^./, (letter) => letter.toUpperCase());

function typesOf(operation: Operation): Named[] {
  const { summary = '', parameters = [], requestBody = {}, responses } = operation;
  const name = typeName(operation);
  const query = parameters.filter(({ in: place }) => place === 'query');
  const required = query.flatMap(({ name: key, required: isRequired }) => (isRequired === true ? [key] : []));
  const properties = Object.fromEntries(
    query.map(({ name: key, description, schema }) => [key, { description, ...schema }]),
  ) as Record<string, Schema>;
  const types: [string, Schema | undefined][] = [
    [`${name}Query`, query.length === 0 ? undefined : { type: 'object', properties, required }],
    [`${name}Json`, schemaOf(requestBody)],
    [`${name}Form`, schemaOf(requestBody, 'multipart/form-data')],
    [`${name}Response`, described(responseOf(operation), summary)],
    [`${name}BatchResponse`, described(schemaOf(responses['200'] ?? {})?.anyOf?.[1], `${summary} of a list`)],
  ];
  return types.filter((type): type is Named => type[1] !== undefined);
}

const described = (schema: Schema | undefined, description: string): Schema | undefined =>
  schema && { ...schema, description };

function responsesByOperation(operations: readonly Operation[]): Schema {
  const responding = operations.filter((operation) => responseOf(operation) !== undefined);
  const properties = Object.fromEntries(
    responding.map((operation) => [operation.operationId, reference(`${typeName(operation)}Response`)]),
  );
  return { type: 'object', properties, required: Object.keys(properties) };
}

function errorCodes(operations: readonly Operation[]): Named[] {
  const enumOf = (some: readonly Operation[]): Schema => ({ enum: [...new Set(some.flatMap(codesOf))] });
  const isOfCollections = ({ tags }: Operation): boolean => tags?.includes('Collections') === true;
  return [
    ...operations
      .filter((operation) => !isOfCollections(operation))
      .map((operation): Named => [`${typeName(operation)}ErrorCode`, enumOf([operation])]),
    ['CollectionErrorCode', enumOf(operations.filter(isOfCollections))],
    ['OperationErrorCode', { ...enumOf(operations), description: 'Every error code of the operations.' }],
  ];
}

/** What a face has only on request, with the names that results use. */
function attributeTypes(document: OpenApi): Named[] {
  const renamed = new Map<string, Schema>();
  const fieldsOf = (schema: Schema): Record<string, Schema> =>
    Object.fromEntries(
      optionalFields(schema).map(([name, field]) => {
        const { description, properties = {}, required } = resolved(document, field);
        if (field.$ref === undefined || !Object.keys(properties).some((key) => key.includes('_')))
          return [camelCase(name), { ...field, description }];
        const readName = referredName(field.$ref).replace(/^Face/, '');
        renamed.set(readName, {
          type: 'object',
          description,
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, value]) => [camelCase(key), value]),
          ),
          required: required?.map(camelCase),
        });
        return [camelCase(name), { ...reference(readName), description }];
      }),
    );
  const ofVector = fieldsOf(dataOf(document, 'getFaceVec'));
  const ofImage = fieldsOf(resolved(document, reference('FaceAttributes')));
  const about = {
    VectorAttributes: 'What a result of Face Vector has only on request.',
    ImageAttributes: 'What a face has only on request.',
  };
  return [
    ...renamed,
    ['VectorAttributes', { type: 'object', description: about.VectorAttributes, properties: ofVector }],
    ['ImageAttributes', { type: 'object', description: about.ImageAttributes, properties: ofImage }],
  ];
}

/** The schemas of the document that these refer to, in its order. */
function reachableSchemas(document: OpenApi, own: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const found = new Set(['ErrorEnvelope']);
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('$ref' in value && typeof value.$ref === 'string') {
      const name = referredName(value.$ref);
      if (found.has(name) || name in own) return;
      found.add(name);
      visit(resolved(document, value as Schema));
    }
    Object.values(value).forEach(visit);
  };
  visit(own);
  const schemas = Object.entries(document.components.schemas).filter(([name]) => found.has(name));
  return Object.fromEntries(schemas.map(([name, schema]) => [name, forClient(name, schema)]));
}

function forClient(name: string, schema: Schema): Schema {
  const { properties = {} } = schema;
  switch (name) {
    // Its codes are also those of pages that are not for this client.
    case 'ErrorEnvelope':
      return { ...schema, properties: { ...properties, code: { type: 'string' } } };
    case 'ImageFaces':
      return {
        ...schema,
        properties: { ...properties, [SOME_FACE]: reference('FaceAttributes') },
        additionalProperties: false,
      };
    default:
      return schema;
  }
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openApiFile } from '../../boot/docs/openapi-file.js';

const FIRST_PHOTO = 'https://images.example.com/sample1.jpg';

interface Media {
  readonly schema: { readonly properties?: { readonly code?: { readonly enum?: readonly string[] } } };
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

type Content = Readonly<Record<string, Media>>;

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly requestBody?: { readonly content: Content };
            readonly responses: Readonly<Record<string, { readonly content: Content }>>;
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: object };
}

const text = await openApiFile();
const document = JSON.parse(text) as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Everything with a schema that is sent as text, with its place. */
const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
  [
    ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({ at: `request ${type}`, media })),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      Object.entries(content).map(([type, media]) => ({ at: `${status} ${type}`, media })),
    ),
  ]
    .filter(
      ({ at }) =>
        !at.endsWith('multipart/form-data') && !at.includes(' image/') && !at.endsWith('octet-stream'),
    )
    .map(({ at, media }) => ({ at: `${operationId}: ${at}`, media })),
);

describe('the OpenAPI document', () => {
  it('has nothing that readers or generators stumble over', () => {
    expect(operations.length).toBeGreaterThan(20);
    for (const part of ['9007199254740991', 'patternProperties', 'prefixItems', '"items": false', '"4XX"'])
      expect(text.includes(part), part).toBe(false);
  });

  it('has examples for every body and answer, each of which its schema allows', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'facet', components: document.components });
    const local = (schema: object): object =>
      JSON.parse(
        JSON.stringify(schema).replaceAll('#/components/schemas/', 'facet#/components/schemas/'),
      ) as object;
    for (const { at, media } of bodies) {
      const allows = ajv.compile(local(media.schema));
      const examples = Object.values(media.examples ?? {});
      expect(examples.length, at).toBeGreaterThan(0);
      for (const { value } of examples)
        expect(allows(value), `${at}: ${ajv.errorsText(allows.errors)}`).toBe(true);
    }
  });

  it('requires no field that the service does not', () => {
    const fields = (at: string): object | undefined => bodies.find((body) => body.at === at)?.media.schema;
    const putPerson = fields('putPerson: request application/json');
    expect(putPerson).toHaveProperty('properties.metadata');
    expect(putPerson).not.toHaveProperty('required');
  });

  it('names the shapes of collections, and repeats none', () => {
    const names = ['CollectionDescription', 'PersonDescription', 'FaceDescription', 'MatchedPerson'];
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(names));
    expect(text.match(/"display_name": \{/g)).toHaveLength(3);
  });

  it('has an example for every code of every error', () => {
    const withCodes = bodies.flatMap(({ at, media }) => {
      const codes = media.schema.properties?.code?.enum;
      return codes === undefined ? [] : [{ at, codes, media }];
    });
    expect(withCodes.length).toBeGreaterThan(100);
    for (const { at, codes, media } of withCodes) {
      const shown = Object.values(media.examples ?? {}).map(({ value }) => (value as { code: string }).code);
      expect([...shown].sort(), at).toEqual([...codes].sort());
    }
  });

  it('names in its examples the fields of the operation', () => {
    const example = (operationId: string, at: string, name: string): unknown =>
      bodies.find((body) => body.at === `${operationId}: ${at} application/json`)?.media.examples?.[name]
        ?.value;
    expect(example('getFaceVec', 'request', 'urls')).toEqual({ img: FIRST_PHOTO });
    expect(example('getFaceVec', '400', 'missing-field')).toMatchObject({ data: { field: 'img' } });
    expect(example('matchFaces', '400', 'missing-field')).toMatchObject({ data: { field: 'img_1' } });
    expect(example('matchFaces', '400', 'bad-parameter')).toMatchObject({ data: { parameter: 'bboxes_1' } });
    expect(example('signUp', '400', 'bad-field')).toMatchObject({
      message: 'The field email must be an email address.',
      data: { field: 'email' },
    });
  });
});

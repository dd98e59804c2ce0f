import type { ReactElement } from 'react';
import { CodeBlock } from '../design/copy.js';
import { InlineCode } from '../design/inline-code.js';
import { Notice } from '../design/states.js';
import { maskedKey, shellQuote } from '../playground/code/sample-parts.js';
import { Fields, typeOf } from './fields.js';
import {
  errorCodesOf,
  needsApiKey,
  takesSession,
  type OpenApi,
  type Operation,
  type Route,
  type Schema,
} from './openapi.js';
import { formOf } from './try-form.js';
import { TryIt } from './try-it.js';

interface OperationViewProps {
  readonly route: Route;
  readonly document: OpenApi;
  readonly base: string;
  readonly apiKey: string;
}

/** One operation: how to call it, its parameters, its response and its errors. */
export function OperationView({ route, document, base, apiKey }: OperationViewProps): ReactElement {
  const { method, path, operation } = route;
  const response = operation.responses['200'];
  const json = response?.content?.['application/json'];
  const codes = errorCodesOf(operation);
  const form = formOf(route, document);
  return (
    <>
      <p className="ref-route">
        <strong>{method}</strong> <code>{path}</code>
      </p>
      {operation.deprecated === true && (
        <Notice tone="warn" title="Deprecated">
          <p>This operation still works. Use Match in new code.</p>
        </Notice>
      )}
      {operation.description !== undefined && (
        <p>
          <InlineCode text={operation.description} />
        </p>
      )}
      <p className="muted">{whoMayCall(operation)}</p>
      {form !== null && <TryIt route={route} form={form} />}
      {(form === null || takesSession(operation)) && (
        <CodeBlock
          what="Request"
          code={curlExample(route, base, apiKey)}
          shown={curlExample(route, base, maskedKey(apiKey))}
        />
      )}
      <Parameters operation={operation} document={document} />
      <Bodies operation={operation} document={document} />
      {response !== undefined && (
        <section>
          <h2>Response</h2>
          <p>
            <InlineCode text={response.description} />
          </p>
          {Object.entries(json?.examples ?? {}).map(([name, { summary, value }]) => (
            <details key={name} className="ref-example">
              <summary>Example: {summary ?? name}</summary>
              <CodeBlock what={summary ?? name} code={JSON.stringify(value, null, 2)} />
            </details>
          ))}
          {json?.schema !== undefined && <ResponseFields schema={json.schema} document={document} />}
        </section>
      )}
      {codes.length > 0 && (
        <section>
          <h2>Error codes</h2>
          <ul className="ref-codes">
            {codes.map(({ code, description }) => (
              <li key={code}>
                <a href={`#/errors/${code}`}>{code}</a> <InlineCode text={description} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function whoMayCall(operation: Operation): string {
  if (needsApiKey(operation)) return 'Needs your API key in the header user_id.';
  if (takesSession(operation)) return 'Needs the cookie that logging in sets. The portal uses it.';
  return 'Anyone may call it.';
}

function Parameters({
  operation,
  document,
}: {
  readonly operation: Operation;
  readonly document: OpenApi;
}): ReactElement | null {
  const { parameters = [] } = operation;
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>Parameters</h2>
      <ul className="ref-fields">
        {parameters.map(({ name, in: place, description, schema }) => (
          <li key={`${place} ${name}`}>
            <p>
              <code>{name}</code>{' '}
              <span className="muted small">
                {schema === undefined ? '' : typeOf(schema, document)}
                {place === 'header' && ', a header'}
              </span>
            </p>
            {description !== undefined && (
              <p className="muted small">
                <InlineCode text={description} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const BODY_NAMES: Readonly<Record<string, string>> = {
  'multipart/form-data': 'Form',
  'application/json': 'JSON',
};

function Bodies({
  operation,
  document,
}: {
  readonly operation: Operation;
  readonly document: OpenApi;
}): ReactElement | null {
  const contents = Object.entries(operation.requestBody?.content ?? {});
  if (contents.length === 0) return null;
  return (
    <section>
      <h2>Body</h2>
      {contents.map(([type, content]) => (
        <div key={type}>
          <h3>
            {BODY_NAMES[type] ?? type} <span className="muted small">{type}</span>
          </h3>
          {content?.schema !== undefined && <Fields schema={content.schema} document={document} />}
        </div>
      ))}
    </section>
  );
}

/** A call for one image has one shape, and one for a list of them another. */
function ResponseFields({
  schema,
  document,
}: {
  readonly schema: Schema;
  readonly document: OpenApi;
}): ReactElement {
  const shapes = schema.anyOf ?? schema.oneOf ?? [schema];
  return (
    <>
      {shapes.map((shape, n) => (
        <div key={n}>
          {shapes.length > 1 && <h3>{n === 0 ? 'For one image' : 'For a list of images'}</h3>}
          <Fields schema={shape} document={document} />
        </div>
      ))}
    </>
  );
}

/** A call of the operation that works as it is, except for the names of the photos. */
export function curlExample({ method, path, operation }: Route, base: string, apiKey: string): string {
  const lines = [`curl ${shellQuote(base + path)}`];
  if (method !== 'GET' && operation.requestBody === undefined) lines.push(`-X ${method}`);
  if (needsApiKey(operation)) lines.push(`-H ${shellQuote(`user_id: ${apiKey}`)}`);
  if (takesSession(operation)) lines.push('-b cookies.txt');
  lines.push(...bodyOf(operation));
  return lines.join(' \\\n  ');
}

function bodyOf({ requestBody }: Operation): string[] {
  const {
    'multipart/form-data': form,
    'application/json': json,
    'application/octet-stream': file,
  } = requestBody?.content ?? {};
  if (file !== undefined) return ['--data-binary @file'];
  const files = Object.entries(form?.schema?.properties ?? {}).filter(
    ([, { format }]) => format === 'binary',
  );
  if (files.length > 0)
    return files.map(([name], n) => `-F ${shellQuote(`${name}=@photo${files.length > 1 ? n + 1 : ''}.jpg`)}`);
  if (json === undefined) return [];
  const [example] = Object.values(json.examples ?? {});
  return ["-H 'content-type: application/json'", `-d ${shellQuote(JSON.stringify(example?.value ?? {}))}`];
}

import type { ReactElement } from 'react';
import { CurlCode } from '../code/request-code.js';
import { CodeBlock } from '../design/copy.js';
import { InlineCode } from '../design/inline-code.js';
import { Notice } from '../design/states.js';
import { choicesOf, FieldItem, Fields, typeOf } from './fields.js';
import { authOf, errorsOf, type Operation, type Route } from './openapi.js';
import { exampleOf, formOf } from './try-form.js';
import { TryIt } from './try-it.js';

/** One operation: how to call it, its parameters, its response and its errors. */
export function OperationView({ route }: { readonly route: Route }): ReactElement {
  const { method, path, operation } = route;
  const response = operation.responses['200'];
  const json = response?.content?.['application/json'];
  const errors = errorsOf(operation);
  const form = formOf(route);
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
      <p className="muted">{WHO_MAY_CALL[authOf(operation)]}</p>
      {form !== null && <TryIt route={route} form={form} />}
      {(form === null || authOf(operation) === 'session') && (
        <CurlCode what="Request" request={exampleOf(route)} />
      )}
      <Parameters operation={operation} />
      <Bodies operation={operation} />
      {response !== undefined && (
        <section>
          <h2>Response</h2>
          <p>
            <InlineCode text={response.description} />
          </p>
          {Object.entries(json?.examples ?? {}).map(([name, { summary = name, value }]) => (
            <details key={name} className="ref-example">
              <summary>Example: {summary}</summary>
              <CodeBlock what={summary} code={JSON.stringify(value, null, 2)} />
            </details>
          ))}
          {json?.schema !== undefined && choicesOf(json.schema).length === 0 && (
            <Fields schema={json.schema} />
          )}
          {/* A call for one image has one shape, and one for a list of them another. */}
          {choicesOf(json?.schema ?? {}).map((shape, n) => (
            <div key={n}>
              <h3>{n === 0 ? 'For one image' : 'For a list of images'}</h3>
              <Fields schema={shape} />
            </div>
          ))}
        </section>
      )}
      {errors.length > 0 && (
        <section>
          <h2>Error codes</h2>
          <ul className="ref-codes">
            {errors.map(({ code, message }) => (
              <li key={code}>
                <a href={`#/errors/${code}`}>{code}</a> {message}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const WHO_MAY_CALL = {
  key: 'Needs your API key in the header user_id.',
  session: 'Needs the cookie that logging in sets. The portal uses it.',
  none: 'Anyone may call it.',
};

function Parameters({
  operation: { parameters = [] },
}: {
  readonly operation: Operation;
}): ReactElement | null {
  if (parameters.length === 0) return null;
  return (
    <section>
      <h2>Parameters</h2>
      <ul className="ref-fields">
        {parameters.map(({ name, in: place, description, schema }) => (
          <FieldItem
            key={`${place} ${name}`}
            name={name}
            facts={
              <span className="muted small">
                {schema === undefined ? '' : typeOf(schema)}
                {place === 'header' && ', a header'}
              </span>
            }
            text={description}
          />
        ))}
      </ul>
    </section>
  );
}

const BODY_NAMES: Readonly<Record<string, string>> = {
  'multipart/form-data': 'Form',
  'application/json': 'JSON',
};

function Bodies({ operation }: { readonly operation: Operation }): ReactElement | null {
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
          {content?.schema !== undefined && <Fields schema={content.schema} />}
        </div>
      ))}
    </section>
  );
}

import type { ReactElement } from 'react';
import { Page } from '../app/page.js';
import { CodeBlock } from '../design/code-block.js';
import { Panel } from '../design/panel.js';
import { ERROR_GROUPS } from './error-words.js';
import './errors.css';

const EXAMPLE = `{
  "status": "error", "code": "3001", "success": false,
  "message": "No face detected in img_1.",
  "data": { "field": "img_1" }
}`;

export function ErrorsPage(): ReactElement {
  return (
    <Page
      title="Errors in words"
      lead="Every error has four digits to switch on, one sentence to read, and the facts beside it. Here is what each one means and what to do."
    >
      <CodeBlock what="An error" code={EXAMPLE} />
      {ERROR_GROUPS.map(({ title, intro, errors }) => (
        <Panel title={title} key={title}>
          <p className="muted">{intro}</p>
          <dl className="error-list">
            {errors.map(({ code, happened, advice }) => (
              <div key={code} id={`error-${code}`}>
                <dt>
                  <code>{code}</code> {happened}
                </dt>
                <dd>{advice}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
    </Page>
  );
}

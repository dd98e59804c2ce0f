import { useEffect, type ReactElement } from 'react';
import { Page } from '../app/page.js';
import { CodeBlock } from '../design/copy.js';
import { Notice } from '../design/states.js';
import { HelpSearch } from '../guides/help-search.js';
import { Panel } from '../design/panel.js';
import { ENROLMENT_ERROR, ERROR_GROUPS, errorOfCode } from './error-catalogue.js';
import { ENROLMENT_RULES } from './error-rules.js';
import './errors.css';

const EXAMPLE = `{
  "status": "error", "code": "3001", "success": false,
  "message": "No face detected in img_1.",
  "data": { "field": "img_1" }
}`;

/** Every error code; `code` is the one in the address, as in `#/errors/2004`, or empty. */
export default function ErrorsPage({ code }: { readonly code: string }): ReactElement {
  useEffect(() => {
    const entry = code === '' ? null : document.getElementById(`error-${code}`);
    entry?.scrollIntoView({ block: 'center' });
    entry?.focus({ preventScroll: true });
  }, [code]);
  return (
    <Page
      title="Error codes"
      lead="Every error has a four-digit code, a one-sentence message and the facts behind it. Here is what each code means and what to do."
    >
      <HelpSearch />
      {code !== '' && errorOfCode(code) === undefined && (
        <Notice tone="warn" title={`There is no error code ${code}`}>
          <p>These are all the codes of this service.</p>
        </Notice>
      )}
      <CodeBlock what="An error" code={EXAMPLE} />
      {ERROR_GROUPS.map(({ title, intro, errors }) => (
        <Panel title={title} key={title}>
          <p className="muted">{intro}</p>
          <dl className="error-list">
            {errors.map((error) => (
              <div
                key={error.code}
                id={`error-${error.code}`}
                tabIndex={-1}
                className={error.code === code ? 'error-named' : undefined}
              >
                <dt>
                  <a href={`#/errors/${error.code}`}>
                    <code>{error.code}</code>
                  </a>{' '}
                  {error.message}
                </dt>
                <dd>
                  {error.advice}
                  {error.code === ENROLMENT_ERROR && <EnrolmentRules />}
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
    </Page>
  );
}

/** What a photo needs to pass the enrolment check. */
function EnrolmentRules(): ReactElement {
  return (
    <ul className="error-rules" aria-label="Rules of the enrolment check">
      {ENROLMENT_RULES.map(({ rule, limit, advice }) => (
        <li key={rule}>
          <code>{rule}</code> {limit}. <span className="muted">{advice}</span>
        </li>
      ))}
    </ul>
  );
}

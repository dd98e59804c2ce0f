import { useState, type ReactElement } from 'react';
import { Button } from '../design/button.js';
import { CodeBlock, CopyButton } from '../design/copy.js';
import { Tabs } from '../design/tabs.js';
import type { ApiRequest } from '../analysis/request.js';
import { usePlayground } from '../playground/playground-state.js';
import { codeSample, LANGUAGE_NAMES, LANGUAGES, type Language } from './code-sample.js';
import { KEY_PLACEHOLDER, maskedKey } from './sample-parts.js';

const TABS = LANGUAGES.map((id) => ({ id, label: LANGUAGE_NAMES[id] }));

/** The request in several languages. The API key is hidden from onlookers; a copy holds it, so that it works. */
export function RequestCode({ request }: { readonly request: ApiRequest }): ReactElement {
  const { baseUrl, apiKey } = usePlayground();
  const [language, setLanguage] = useState<Language>('curl');
  const [revealed, setRevealed] = useState(false);
  const key = apiKey ?? KEY_PLACEHOLDER;
  const shownKey = revealed ? key : maskedKey(key);
  const name = LANGUAGE_NAMES[language];
  return (
    <Tabs label="Language of the request" tabs={TABS} selected={language} onSelect={setLanguage}>
      <div className="code-block">
        <div className="code-block-bar">
          <span>{name}</span>
          <span>
            {apiKey !== null && (
              <Button
                small
                look="quiet"
                aria-pressed={revealed}
                onClick={() => {
                  setRevealed(!revealed);
                }}
              >
                {revealed ? 'Hide API key' : 'Show API key'}
              </Button>
            )}
            <CopyButton
              text={codeSample(language, request, { baseUrl, apiKey: key })}
              what={`${name} request${apiKey === null ? '' : ' with your API key'}`}
            />
          </span>
        </div>
        <pre tabIndex={0} role="region" aria-label={`Request as ${name}`}>
          <code>{codeSample(language, request, { baseUrl, apiKey: shownKey })}</code>
        </pre>
      </div>
    </Tabs>
  );
}

interface CurlCodeProps {
  /** For the bar above it and for the copy button. */
  readonly what: string;
  readonly request: ApiRequest;
}

/** The request as a curl command alone. */
export function CurlCode({ what, request }: CurlCodeProps): ReactElement {
  const { baseUrl, apiKey } = usePlayground();
  const key = apiKey ?? KEY_PLACEHOLDER;
  return (
    <CodeBlock
      what={what}
      code={codeSample('curl', request, { baseUrl, apiKey: key })}
      shown={codeSample('curl', request, { baseUrl, apiKey: maskedKey(key) })}
    />
  );
}

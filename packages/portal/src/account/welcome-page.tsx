import type { ReactElement } from 'react';
import type { Account } from '../api/account.types.js';
import { Page } from '../app/page.js';
import { ButtonLink } from '../design/button.js';
import { Panel } from '../design/panel.js';
import { FirstCall } from './first-call.js';
import { ShownKey } from './shown-key.js';
import './account.css';

/** After the sign-up: the API key, and one command that uses it. */
export function WelcomePage({ account }: { readonly account: Account }): ReactElement {
  const { api_key: apiKey } = account;
  return (
    <Page title="Welcome" lead="You have an API key. One command shows that it works." width="narrow">
      {apiKey !== null && (
        <Panel title="Your API key">
          <p className="muted">
            Keep it like a password: whoever has it can make calls on your plan. You find it again under{' '}
            <a href="#/account/keys">API keys</a>.
          </p>
          <ShownKey apiKey={apiKey} what="your API key" />
        </Panel>
      )}
      {apiKey !== null && (
        <Panel title="Your first call">
          <FirstCall apiKey={apiKey} waits />
        </Panel>
      )}
      <div className="row">
        <ButtonLink look="primary" href="#/playground/faces?sample=1">
          Open the playground
        </ButtonLink>
        <ButtonLink href="#/guides/getting-started">Getting started</ButtonLink>
      </div>
    </Page>
  );
}

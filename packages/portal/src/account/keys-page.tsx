import { useState, type ReactElement } from 'react';
import { addApiKey, getApiKeys } from '../api/account-api.js';
import { SCOPES, type Account, type ApiKey, type NewApiKey } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { Loaded, useAction, useResource } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { CheckedForm } from '../design/checked-form.js';
import { CheckField, Field } from '../design/field.js';
import { Panel } from '../design/panel.js';
import { Notice } from '../design/states.js';
import { useToast } from '../design/toast.js';
import { AccountFrame } from './account-frame.js';
import { expiryProblem, keyNameProblem, originsProblem } from './checks.js';
import { SCOPE_TEXT } from './scope-text.js';
import { FirstCall } from './first-call.js';
import { KeyItem } from './key-item.js';

export default function KeysPage({ account }: { readonly account: Account }): ReactElement {
  const { setAccount } = useSession();
  const loaded = useResource(getApiKeys);
  const [resource, , replace] = loaded;
  const keys = resource.state === 'ready' ? resource.value : null;
  const usable = keys?.find(({ api_key }) => api_key !== null)?.api_key ?? undefined;
  const onChange = (list: readonly ApiKey[]): void => {
    replace(list);
    // The playground calls with the oldest one.
    setAccount({ ...account, api_key: list.find(({ api_key }) => api_key !== null)?.api_key ?? null });
  };
  return (
    <AccountFrame
      path="/account/keys"
      lead={
        <>
          Send an API key in the header <code>user_id</code> of every call. Keep keys like passwords: whoever
          has one can make calls on your plan.
        </>
      }
    >
      <div className="account-grid">
        <Panel title="Your API keys">
          <Loaded of={loaded} label="Loading your API keys">
            {(list) =>
              list.length === 0 ? (
                <Notice tone="warn" title="You have no API key">
                  Every call needs one. Create one here.
                </Notice>
              ) : (
                <ul className="keys" aria-label="API keys">
                  {list.map((each) => (
                    <KeyItem key={each.name} apiKey={each} onChange={onChange} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Panel>
        <div className="stack">
          {keys !== null && (
            <Panel title="New API key">
              <p className="muted">
                Use one key for each program, so that you can replace it without stopping the others. It is
                shown this once; copy it then.
              </p>
              {usable === undefined && (
                <p className="muted">
                  The playground calls with the key named “default”, which can be shown again.
                </p>
              )}
              <NewKey names={keys.map(({ name }) => name)} onChange={onChange} />
            </Panel>
          )}
          {usable !== undefined && keys !== null && (
            <Panel title="Your first call">
              <FirstCall apiKey={usable} waits={keys.every(({ last_used_at }) => last_used_at === null)} />
            </Panel>
          )}
        </div>
      </div>
    </AccountFrame>
  );
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

interface NewKeyProps {
  /** Those that are taken. */
  readonly names: readonly string[];
  readonly onChange: (apiKeys: readonly ApiKey[]) => void;
}

function NewKey({ names, onChange }: NewKeyProps): ReactElement {
  const toast = useToast();
  // A new key empties the form.
  const [added, setAdded] = useState(0);
  const [forWeb, setForWeb] = useState(false);
  const { run, busy, failure } = useAction(async (key: NewApiKey) => {
    onChange(await addApiKey(key));
    setAdded(added + 1);
    setForWeb(false);
    toast(`Created the API key “${key.name}”.`);
  });
  return (
    <CheckedForm
      key={added}
      names={['name', 'expires', 'web', 'origins', ...SCOPES]}
      failure={failure}
      check={({ name, expires, web, origins, ...scopes }) => ({
        name: keyNameProblem(name.trim(), names),
        expires: expiryProblem(expires, Date.now()),
        origins: web === '' ? undefined : originsProblem(words(origins)),
        liveness:
          web === '' && SCOPES.every((scope) => scopes[scope] === '') ? 'Choose at least one.' : undefined,
      })}
      onSubmit={({ name, expires, web, origins, ...scopes }) => {
        const wanted = SCOPES.filter((scope) => scopes[scope] !== '');
        run({
          name: name.trim(),
          ...(web !== '' && { origins: words(origins) }),
          ...(web === '' && wanted.length < SCOPES.length && { scopes: wanted }),
          ...(expires !== '' && { expires_at: new Date(`${expires}T23:59:59`).toISOString() }),
        });
      }}
    >
      {(problems) => (
        <>
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            hint="What the key is for, such as “laptop” or “nightly job”."
            error={problems.name}
          />
          <Field
            label="Until"
            name="expires"
            type="date"
            hint="The last day on which it works; empty: for ever."
            error={problems.expires}
          />
          <fieldset className="stack">
            <legend className="field-label">May</legend>
            {SCOPES.map((scope) => (
              <CheckField key={scope} small name={scope} value="yes" defaultChecked disabled={forWeb}>
                {SCOPE_TEXT[scope]}
              </CheckField>
            ))}
            {problems.liveness !== undefined && <span className="field-error">{problems.liveness}</span>}
          </fieldset>
          <CheckField small name="web" value="yes" onChange={setForWeb}>
            For a web page, where anybody can read it: may only analyse and search
          </CheckField>
          {forWeb && (
            <Field
              literal
              label="Origins"
              name="origins"
              hint="Of the pages that may use it, such as https://example.com; several with spaces; empty: any."
              error={problems.origins}
            />
          )}
          <div>
            <Button type="submit" busy={busy}>
              Create API key
            </Button>
          </div>
        </>
      )}
    </CheckedForm>
  );
}

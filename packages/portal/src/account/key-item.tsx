import type { ReactElement } from 'react';
import { revokeApiKey } from '../api/account-api.js';
import { SCOPES, type ApiKey } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { ActionDialog } from '../app/form-dialog.js';
import { date, moment } from '../app/format.js';
import { useToast } from '../design/toast.js';
import { AccessKey } from './access-key.js';
import { SCOPE_TEXT } from './scope-text.js';
import { ShownKey } from './shown-key.js';

interface KeyItemProps {
  readonly apiKey: ApiKey;
  readonly onChange: (apiKeys: readonly ApiKey[]) => void;
}

function KeyLimits({
  apiKey: { scopes, expires_at, origins },
}: Pick<KeyItemProps, 'apiKey'>): ReactElement | null {
  const limits = [
    ...(scopes.length < SCOPES.length ? [`May ${scopes.map((scope) => SCOPE_TEXT[scope]).join(', ')}`] : []),
    ...(expires_at === null ? [] : [`until ${date(expires_at)}`]),
    ...(origins === null ? [] : [origins.length === 0 ? 'from any web page' : `from ${origins.join(', ')}`]),
  ];
  return limits.length === 0 ? null : <p className="small">{limits.join('; ')}</p>;
}

const whyNot = ({ expires_at }: ApiKey): string =>
  expires_at !== null && Date.parse(expires_at) <= Date.now()
    ? 'This key has expired. Revoke it and create a new one.'
    : 'This key no longer works, because the secret of this service has changed. Revoke it and create a new one.';

export function KeyItem({ apiKey, onChange }: KeyItemProps): ReactElement {
  const { name, api_key: id, works, created_at, last_used_at } = apiKey;
  const { service } = useSession();
  const toast = useToast();
  const what = `API key “${name}”`;
  const revoke = (
    <ActionDialog
      look="quiet"
      small
      danger
      label="Revoke"
      accessibleName={`Revoke ${what} …`}
      title={`Revoke the ${what}?`}
      button="Revoke key"
      cancel="Keep key"
      work={async () => {
        const left = await revokeApiKey(name);
        toast(`The ${what} no longer works.`);
        onChange(left);
      }}
    >
      <p>It stops working immediately. Calls of every program that still uses it are rejected.</p>
      <p className="muted">Your other API keys, your plan and your usage stay as they are.</p>
    </ActionDialog>
  );
  return (
    <li>
      <h3>{name}</h3>
      <p className="muted small">
        Created <time dateTime={created_at}>{date(created_at)}</time>,{' '}
        {last_used_at === null ? (
          'never used'
        ) : (
          <>
            last used <time dateTime={last_used_at}>{moment(last_used_at)}</time>
          </>
        )}
      </p>
      <KeyLimits apiKey={apiKey} />
      {id === null ? (
        <>
          <p>{works ? 'It was shown when it was created.' : whyNot(apiKey)}</p>
          <div className="row">
            <>
              {works && service?.rekognition === true && <AccessKey name={name} />}
              {revoke}
            </>
          </div>
        </>
      ) : (
        <ShownKey apiKey={id} what={what}>
          <>
            {service?.rekognition === true && <AccessKey name={name} />}
            {revoke}
          </>
        </ShownKey>
      )}
    </li>
  );
}

import { useState, type ReactElement } from 'react';
import { revokeApiKey } from '../api/account-api.js';
import type { ApiKey } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-api.js';
import { date, moment } from '../app/format.js';
import { Button } from '../design/button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { ErrorNotice } from '../design/states.js';
import { useToast } from '../design/toast.js';
import { AccessKey } from './access-key.js';
import { ShownKey } from './shown-key.js';

interface KeyItemProps {
  readonly apiKey: ApiKey;
  readonly onChange: (apiKeys: readonly ApiKey[]) => void;
}

export function KeyItem({ apiKey, onChange }: KeyItemProps): ReactElement {
  const { name, api_key: id, created_at, last_used_at } = apiKey;
  const { service } = useSession();
  const [isConfirming, setIsConfirming] = useState(false);
  const what = `API key “${name}”`;
  const revoke = (
    <Button
      look="quiet"
      small
      aria-label={`Revoke ${what} …`}
      onClick={() => {
        setIsConfirming(true);
      }}
    >
      Revoke …
    </Button>
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
      {id === null ? (
        <>
          <p>
            This key cannot be shown and no longer works, because the secret of this service has changed.
            Revoke it and create a new one.
          </p>
          <div className="row">{revoke}</div>
        </>
      ) : (
        <ShownKey apiKey={id} what={what}>
          <>
            {service?.rekognition === true && <AccessKey name={name} />}
            {revoke}
          </>
        </ShownKey>
      )}
      <RevokeDialog
        name={name}
        open={isConfirming}
        onClose={() => {
          setIsConfirming(false);
        }}
        onChange={onChange}
      />
    </li>
  );
}

interface RevokeDialogProps extends Pick<KeyItemProps, 'onChange'> {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

function RevokeDialog({ name, open, onClose, onChange }: RevokeDialogProps): ReactElement {
  const toast = useToast();
  const { run, busy, failure, clear } = useAction(async () => {
    const left = await revokeApiKey(name);
    onClose();
    toast(`The API key “${name}” no longer works.`);
    onChange(left);
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <Dialog open={open} title={`Revoke the API key “${name}”?`} onClose={close}>
      <p>It stops working immediately. Calls of every program that still uses it are rejected.</p>
      <p className="muted">Your other API keys, your plan and your usage stay as they are.</p>
      {failure !== null && <ErrorNotice failure={failure} />}
      <DialogActions>
        <Button onClick={close}>Keep key</Button>
        <Button look="danger" busy={busy} onClick={run}>
          Revoke key
        </Button>
      </DialogActions>
    </Dialog>
  );
}

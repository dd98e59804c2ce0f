import { useState, type ReactElement } from 'react';
import { makeAccessKey } from '../api/account-api.js';
import type { AccessKeyPair } from '../api/account.types.js';
import { useAction } from '../app/use-api.js';
import { Button } from '../design/button.js';
import { CopyButton } from '../design/copy.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { ErrorNotice } from '../design/states.js';

/** Makes the access key pair of an API key, and shows it once. */
export function AccessKey({ name }: { readonly name: string }): ReactElement {
  const [open, setOpen] = useState(false);
  const [pair, setPair] = useState<AccessKeyPair | null>(null);
  const { run, busy, failure, clear } = useAction(async () => {
    setPair(await makeAccessKey(name));
  });
  const close = (): void => {
    clear();
    setOpen(false);
    setPair(null);
  };
  return (
    <>
      <Button
        look="quiet"
        small
        aria-label={`AWS access key of the API key “${name}” …`}
        onClick={() => {
          setOpen(true);
        }}
      >
        AWS access key …
      </Button>
      <Dialog open={open} title={`AWS access key of the API key “${name}”`} onClose={close}>
        {pair === null ? (
          <p>
            Clients of Amazon Rekognition sign their calls with an access key pair. A pair that this API key
            already has stops working immediately.
          </p>
        ) : (
          <>
            <p>The secret is shown only once. The pair ends with the API key.</p>
            <output className="key" aria-label="Access key pair">
              {linesOf(pair)}
            </output>
          </>
        )}
        {failure !== null && <ErrorNotice failure={failure} />}
        <DialogActions>
          <Button onClick={close}>Close</Button>
          {pair === null ? (
            <Button look="primary" busy={busy} onClick={run}>
              Make access key pair
            </Button>
          ) : (
            <CopyButton look="primary" label="Copy pair" text={linesOf(pair)} what="access key pair" />
          )}
        </DialogActions>
      </Dialog>
    </>
  );
}

const linesOf = ({ access_key_id, secret_access_key }: AccessKeyPair): string =>
  `AWS_ACCESS_KEY_ID=${access_key_id}\nAWS_SECRET_ACCESS_KEY=${secret_access_key}`;

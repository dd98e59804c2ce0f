import { useState, type ReactElement } from 'react';
import { replaceUserId } from '../api/account-api.js';
import type { Account } from '../api/account.types.js';
import { serviceUrl } from '../api/service-url.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-action.js';
import { Button } from '../design/button.js';
import { CodeBlock } from '../design/code-block.js';
import { CopyButton } from '../design/copy-button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { ErrorNotice } from '../design/error-state.js';
import { Notice } from '../design/notice.js';
import { Panel } from '../design/panel.js';
import { useToast } from '../design/toast.js';

export function UserIdPanel({ account }: { readonly account: Account }): ReactElement {
  const [revealed, setRevealed] = useState(false);
  const [asking, setAsking] = useState(false);
  const id = account.user_id;
  return (
    <Panel title="User id">
      <p className="muted">
        Whoever has it can make calls on your plan. Keep it like a password; send it in the header{' '}
        <code>user_id</code>.
      </p>
      {id === null ? (
        <Notice tone="warn" title="Your user id can no longer be shown">
          The secret of this service has changed since, so the id does not work any more either. Replace it to
          get a new one.
        </Notice>
      ) : (
        <output className="user-id" aria-label="User id">
          {revealed ? id : masked(id)}
        </output>
      )}
      <div className="row">
        {id !== null && (
          <>
            <CopyButton text={id} what="user id" look="primary" label="Copy" />
            <Button
              onClick={() => {
                setRevealed(!revealed);
              }}
            >
              {revealed ? 'Hide' : 'Reveal'}
            </Button>
          </>
        )}
        <Button
          onClick={() => {
            setAsking(true);
          }}
        >
          Replace …
        </Button>
      </div>
      <CodeBlock
        what="First call"
        code={`curl -H "user_id: ${revealed && id !== null ? id : '$USER_ID'}" \\\n  -F image_attr=@photo.jpg \\\n  ${serviceUrl('/get_image_attr')}`}
      />
      <ReplaceDialog
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
      />
    </Panel>
  );
}

function ReplaceDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { setAccount } = useSession();
  const toast = useToast();
  const { run, busy, failure, clear } = useAction(async () => {
    setAccount(await replaceUserId());
    onClose();
    toast('You have a new user id. The old one no longer works.');
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <Dialog open={open} title="Replace the user id?" onClose={close}>
      <p>
        You get a new user id, and the present one stops working at once. Every program that uses it is
        refused until it has the new one.
      </p>
      <p className="muted">Your plan and your usage stay as they are.</p>
      {failure !== null && <ErrorNotice failure={failure} />}
      <DialogActions>
        <Button onClick={close}>Keep it</Button>
        <Button look="danger" busy={busy} onClick={run}>
          Replace it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const SHOWN_END = 4;

/** Enough to tell two ids apart, too little to use. */
const masked = (id: string): string =>
  `${'•'.repeat(Math.max(0, id.length - SHOWN_END))}${id.slice(-SHOWN_END)}`;

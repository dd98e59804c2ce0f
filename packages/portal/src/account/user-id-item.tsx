import { useState, type ReactElement } from 'react';
import { revokeUserId } from '../api/account-api.js';
import type { UserId } from '../api/account.types.js';
import { useAction } from '../app/use-action.js';
import { date, moment } from '../app/words.js';
import { Button } from '../design/button.js';
import { CopyButton } from '../design/copy-button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { ErrorNotice } from '../design/error-state.js';
import { useToast } from '../design/toast.js';

interface UserIdItemProps {
  readonly userId: UserId;
  readonly onChange: (userIds: readonly UserId[]) => void;
}

export function UserIdItem({ userId, onChange }: UserIdItemProps): ReactElement {
  const { name, user_id: id, created_at, last_used_at } = userId;
  const [revealed, setRevealed] = useState(false);
  const [asking, setAsking] = useState(false);
  const what = `user id “${name}”`;
  return (
    <li>
      <h3>{name}</h3>
      <p className="muted small">
        Made <time dateTime={created_at}>{date(created_at)}</time>,{' '}
        {last_used_at === null ? (
          'never used'
        ) : (
          <>
            last used <time dateTime={last_used_at}>{moment(last_used_at)}</time>
          </>
        )}
      </p>
      {id === null ? (
        <p>
          It can no longer be shown and does not work: the secret of this service has changed since. Revoke
          it, and make a new one.
        </p>
      ) : (
        <output className="user-id" aria-label={`User id “${name}”`}>
          {revealed ? id : masked(id)}
        </output>
      )}
      <div className="row">
        {id !== null && (
          <>
            <CopyButton text={id} what={what} />
            <Button
              look="quiet"
              small
              aria-label={`${revealed ? 'Hide' : 'Reveal'} ${what}`}
              onClick={() => {
                setRevealed(!revealed);
              }}
            >
              {revealed ? 'Hide' : 'Reveal'}
            </Button>
          </>
        )}
        <Button
          look="quiet"
          small
          aria-label={`Revoke ${what} …`}
          onClick={() => {
            setAsking(true);
          }}
        >
          Revoke …
        </Button>
      </div>
      <RevokeDialog
        name={name}
        open={asking}
        onClose={() => {
          setAsking(false);
        }}
        onChange={onChange}
      />
    </li>
  );
}

interface RevokeDialogProps extends Pick<UserIdItemProps, 'onChange'> {
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

function RevokeDialog({ name, open, onClose, onChange }: RevokeDialogProps): ReactElement {
  const toast = useToast();
  const { run, busy, failure, clear } = useAction(async () => {
    const left = await revokeUserId(name);
    onClose();
    toast(`The user id “${name}” no longer works.`);
    onChange(left);
  });
  const close = (): void => {
    clear();
    onClose();
  };
  return (
    <Dialog open={open} title={`Revoke the user id “${name}”?`} onClose={close}>
      <p>It stops working at once. Every program that still uses it is refused from then on.</p>
      <p className="muted">Your other user ids, your plan and your usage stay as they are.</p>
      {failure !== null && <ErrorNotice failure={failure} />}
      <DialogActions>
        <Button onClick={close}>Keep it</Button>
        <Button look="danger" busy={busy} onClick={run}>
          Revoke it
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const SHOWN_END = 4;

/** Enough to tell two ids apart, too little to use. */
const masked = (id: string): string =>
  `${'•'.repeat(Math.max(0, id.length - SHOWN_END))}${id.slice(-SHOWN_END)}`;

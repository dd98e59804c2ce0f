import type { ReactElement } from 'react';
import { useSession } from '../app/session.js';
import { Button } from '../design/button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { LogInForm } from './log-in-page.js';

/** Asks for a log-in in place when a session has ended by itself: the view behind it keeps what was typed. */
export function SessionEnded(): ReactElement {
  const { account, ended, setAccount } = useSession();
  const leave = (): void => {
    // Closing the dialog after a log-in must not log out again.
    if (ended) setAccount(null);
  };
  return (
    <Dialog open={ended} title="Your session has ended" onClose={leave}>
      <p>Log in again to go on. The page keeps what you have typed and chosen.</p>
      <LogInForm {...(account !== null && { email: account.email })} />
      <DialogActions>
        <Button look="quiet" onClick={leave}>
          Go on without an account
        </Button>
      </DialogActions>
    </Dialog>
  );
}

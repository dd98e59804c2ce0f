import { useState, type ReactElement } from 'react';
import { cancelSubscription } from '../api/account-api.js';
import type { Subscription } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { useAction } from '../app/use-action.js';
import { date } from '../app/words.js';
import { Button } from '../design/button.js';
import { Dialog, DialogActions } from '../design/dialog.js';
import { ErrorNotice } from '../design/error-state.js';
import { Notice } from '../design/notice.js';
import { Panel } from '../design/panel.js';
import { useToast } from '../design/toast.js';

export function CancelPlan({ subscription }: { readonly subscription: Subscription }): ReactElement {
  const { plan, ends_at, period_end } = subscription;
  const { setAccount } = useSession();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const { run, busy, failure, clear } = useAction(async () => {
    const account = await cancelSubscription();
    setAccount(account);
    setAsking(false);
    toast(`${plan.name} is cancelled.`);
  });
  const close = (): void => {
    clear();
    setAsking(false);
  };
  if (ends_at !== null)
    return (
      <Notice tone="warn" title={`${plan.name} ends on ${date(ends_at)}`}>
        Everything works as before until then, and the plan does not renew. Afterwards calls are refused (code
        4004) until you choose a plan again.
      </Notice>
    );
  return (
    <Panel title="Cancel">
      <p className="muted">
        A cancelled plan works until the end of its period, {date(period_end)}. Your account stays.
      </p>
      <div>
        <Button
          look="danger"
          onClick={() => {
            setAsking(true);
          }}
        >
          Cancel {plan.name} …
        </Button>
      </div>
      <Dialog open={asking} title={`Cancel ${plan.name}?`} onClose={close}>
        <p>
          It keeps working until {date(period_end)}. After that, calls are refused until you choose a plan
          again. You can withdraw the cancellation until then.
        </p>
        {failure !== null && <ErrorNotice failure={failure} />}
        <DialogActions>
          <Button onClick={close}>Keep {plan.name}</Button>
          <Button look="danger" busy={busy} onClick={run}>
            Cancel {plan.name}
          </Button>
        </DialogActions>
      </Dialog>
    </Panel>
  );
}

import type { ReactElement } from 'react';
import { useSession } from '../../app/session.js';
import { ButtonLink } from '../../design/button.js';
import { Notice } from '../../design/notice.js';

/** Says before the first call what it would be refused for. */
export function NoPlanNotice(): ReactElement | null {
  const { account } = useSession();
  if (account === null || account.suspended || account.subscription?.active === true) return null;
  const ended = account.subscription !== null;
  return (
    <Notice
      tone="warn"
      title={ended ? 'Your plan has ended' : 'You have no plan yet'}
      actions={
        <ButtonLink small look="primary" href="#/plans">
          Choose a plan
        </ButtonLink>
      }
    >
      <p>The playground makes real calls, and every call needs a plan.</p>
    </Notice>
  );
}

import type { ReactElement } from 'react';
import type { Subscription } from '../api/account.types.js';
import { useSession } from '../app/session.js';
import { ButtonLink } from '../design/button.js';
import { CopyButton } from '../design/copy-button.js';
import { Notice } from '../design/notice.js';

/** What to do next, right after a plan was chosen. */
export function PlanChosen({ subscription }: { readonly subscription: Subscription }): ReactElement {
  const key = useSession().account?.user_id ?? null;
  return (
    <Notice
      title={`You are on ${subscription.plan.name}`}
      announce
      actions={
        <>
          <ButtonLink look="primary" href="#/playground">
            Open the playground
          </ButtonLink>
          {key === null ? (
            <ButtonLink href="#/account/keys">Create an API key</ButtonLink>
          ) : (
            <CopyButton text={key} what="your API key" label="Copy your API key (user_id)" look="secondary" />
          )}
        </>
      }
    >
      It takes effect immediately.
    </Notice>
  );
}

import type { ReactElement } from 'react';
import type { Subscription } from '../api/account.types.js';
import { ButtonLink } from '../design/button.js';
import { Notice } from '../design/notice.js';

/** What to do next, right after a plan was chosen. */
export function PlanChosen({ subscription }: { readonly subscription: Subscription }): ReactElement {
  return (
    <Notice
      title={`You are on ${subscription.plan.name}`}
      announce
      actions={
        <>
          <ButtonLink look="primary" small href="#/playground/detect">
            Open the playground
          </ButtonLink>
          <ButtonLink small href="#/account">
            Copy your user id
          </ButtonLink>
        </>
      }
    >
      It holds from now on.
    </Notice>
  );
}

import { useState, type ReactElement } from 'react';
import { getUserIds } from '../api/account-api.js';
import type { Account, UserId } from '../api/account.types.js';
import { serviceUrl } from '../api/service-url.js';
import { useSession } from '../app/session.js';
import { useResource } from '../app/use-resource.js';
import { CodeBlock } from '../design/code-block.js';
import { ErrorState } from '../design/error-state.js';
import { Notice } from '../design/notice.js';
import { Panel } from '../design/panel.js';
import { Skeleton } from '../design/spinner.js';
import { NewUserId } from './new-user-id.js';
import { UserIdItem } from './user-id-item.js';

export function UserIdsPanel({ account }: { readonly account: Account }): ReactElement {
  const { setAccount } = useSession();
  const [loaded, reload] = useResource(getUserIds);
  // Every change answers with the whole list.
  const [changed, setChanged] = useState<readonly UserId[] | null>(null);
  const userIds = changed ?? (loaded.state === 'ready' ? loaded.value : null);
  const onChange = (list: readonly UserId[]): void => {
    setChanged(list);
    // The playground calls with the oldest one.
    setAccount({ ...account, user_id: list.find(({ user_id }) => user_id !== null)?.user_id ?? null });
  };
  return (
    <Panel title="User ids">
      <p className="muted">
        Whoever has one can make calls on your plan. Keep them like passwords; send one in the header{' '}
        <code>user_id</code>. With one for each program you can exchange it without stopping the others.
      </p>
      {userIds === null && loaded.state === 'loading' && <Skeleton label="Loading your user ids" />}
      {userIds === null && loaded.state === 'failed' && (
        <ErrorState failure={loaded.failure} onRetry={reload} />
      )}
      {userIds?.length === 0 && (
        <Notice tone="warn" title="You have no user id">
          Every call needs one. Make a new one below.
        </Notice>
      )}
      {userIds !== null && userIds.length > 0 && (
        <ul className="user-ids" aria-label="User ids">
          {userIds.map((each) => (
            <UserIdItem key={each.name} userId={each} onChange={onChange} />
          ))}
        </ul>
      )}
      {userIds !== null && <NewUserId names={userIds.map(({ name }) => name)} onChange={onChange} />}
      <CodeBlock
        what="First call"
        code={`curl -H "user_id: $USER_ID" \\\n  -F image_attr=@photo.jpg \\\n  ${serviceUrl('/get_image_attr')}`}
      />
    </Panel>
  );
}

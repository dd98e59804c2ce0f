import { useCallback, type ReactElement } from 'react';
import { MoreButton } from '../app/more-button.js';
import { usePages } from '../app/use-pages.js';
import { useResource } from '../app/use-resource.js';
import { ErrorState } from '../design/error-state.js';
import { Panel } from '../design/panel.js';
import { Skeleton } from '../design/spinner.js';
import { AuditTable } from './audit-table.js';
import { getAudit } from './operators-api.js';
import { OperatorsFrame } from './operators-frame.js';
import type { AuditPage as Loaded } from './operators.types.js';

export function AuditPage(): ReactElement {
  const load = useCallback(() => getAudit(null), []);
  const [first, reload] = useResource(load);
  return (
    <OperatorsFrame
      path="/operators/audit"
      title="Audit log"
      lead="Every change that operators made, here or with the command facet-admin."
    >
      <Panel>
        {first.state === 'loading' && <Skeleton label="Loading the audit log" lines={8} />}
        {first.state === 'failed' && <ErrorState failure={first.failure} onRetry={reload} />}
        {first.state === 'ready' && <Entries first={first.value} />}
      </Panel>
    </OperatorsFrame>
  );
}

function Entries({ first }: { readonly first: Loaded }): ReactElement {
  const pages = usePages({ items: first.entries, next: first.next }, async (before) => {
    const { entries, next } = await getAudit(before);
    return { items: entries, next };
  });
  if (pages.items.length === 0) return <p>Nothing has been changed yet.</p>;
  return (
    <>
      <AuditTable entries={pages.items} />
      <MoreButton pages={pages} label="Show older changes" />
    </>
  );
}

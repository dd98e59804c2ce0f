import { useCallback, useState, type ReactElement } from 'react';
import { getUsage } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useResource } from '../app/use-resource.js';
import { ErrorState } from '../design/error-state.js';
import { Panel } from '../design/panel.js';
import { Skeleton } from '../design/spinner.js';
import { CallsByDay } from './calls-by-day.js';
import { QuotaPanel } from './quota-panel.js';
import { RangeChoice, type Range } from './range-choice.js';
import { RequestLog } from './request-log.js';
import { UsageTiles } from './usage-tiles.js';
import './usage.css';

export function UsagePage(): ReactElement {
  const [range, setRange] = useState<Range>(30);
  const load = useCallback(() => getUsage(range), [range]);
  const [usage, reload] = useResource(load);
  return (
    <Page title="Usage" lead="Every call is counted exactly. What was in the photos is never kept.">
      {usage.state === 'ready' && (
        <>
          <UsageTiles usage={usage.value} range={range} />
          <QuotaPanel quota={usage.value.quota} />
        </>
      )}
      <Panel title="Calls by day" actions={<RangeChoice range={range} onChoose={setRange} />}>
        {usage.state === 'loading' && <Skeleton label="Loading your usage" lines={8} />}
        {usage.state === 'failed' && <ErrorState failure={usage.failure} onRetry={reload} />}
        {usage.state === 'ready' && <CallsByDay rows={usage.value.days} range={range} />}
      </Panel>
      <RequestLog />
    </Page>
  );
}

import { useCallback, useState, type ReactElement } from 'react';
import { getRefusals, getUsage } from '../api/account-api.js';
import { Page } from '../app/page.js';
import { useResource } from '../app/use-resource.js';
import { ErrorState } from '../design/error-state.js';
import { Panel } from '../design/panel.js';
import { Skeleton } from '../design/spinner.js';
import { CallsByDay } from './calls-by-day.js';
import { QuotaPanel } from './quota-panel.js';
import { RangeChoice, type Range } from './range-choice.js';
import { RefusalList } from './refusal-list.js';
import './usage.css';

export function UsagePage(): ReactElement {
  const [range, setRange] = useState<Range>(30);
  const load = useCallback(() => getUsage(range), [range]);
  const [usage, reload] = useResource(load);
  return (
    <Page title="Usage" lead="Counted to the call. What was in the photos is never kept.">
      {usage.state === 'ready' && <QuotaPanel quota={usage.value.quota} />}
      <Panel title="Calls by day" actions={<RangeChoice range={range} onChoose={setRange} />}>
        {usage.state === 'loading' && <Skeleton label="Loading your usage" lines={8} />}
        {usage.state === 'failed' && <ErrorState failure={usage.failure} onRetry={reload} />}
        {usage.state === 'ready' && <CallsByDay rows={usage.value.days} range={range} />}
      </Panel>
      <Refusals />
    </Page>
  );
}

function Refusals(): ReactElement {
  const [refusals, reload] = useResource(getRefusals);
  return (
    <Panel title="Recent refusals">
      {refusals.state === 'loading' && <Skeleton label="Loading the refusals" />}
      {refusals.state === 'failed' && <ErrorState failure={refusals.failure} onRetry={reload} />}
      {refusals.state === 'ready' && <RefusalList refusals={refusals.value} />}
    </Panel>
  );
}

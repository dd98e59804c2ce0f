import { useCallback, useState, type ReactElement } from 'react';
import { useResource } from '../app/use-resource.js';
import { ErrorState } from '../design/error-state.js';
import { Panel } from '../design/panel.js';
import { Skeleton } from '../design/spinner.js';
import { CallsByDay } from '../usage/calls-by-day.js';
import { RangeChoice, type Range } from '../usage/range-choice.js';
import { getTotalUsage } from './operators-api.js';
import { OperatorsFrame } from './operators-frame.js';

export function TotalUsagePage(): ReactElement {
  const [range, setRange] = useState<Range>(30);
  const load = useCallback(() => getTotalUsage(range), [range]);
  const [usage, reload] = useResource(load);
  return (
    <OperatorsFrame path="/operators/usage" title="Usage of all accounts">
      <Panel title="Calls by day" actions={<RangeChoice range={range} onChoose={setRange} />}>
        {usage.state === 'loading' && <Skeleton label="Loading the usage" lines={8} />}
        {usage.state === 'failed' && <ErrorState failure={usage.failure} onRetry={reload} />}
        {usage.state === 'ready' && <CallsByDay rows={usage.value} range={range} />}
      </Panel>
    </OperatorsFrame>
  );
}

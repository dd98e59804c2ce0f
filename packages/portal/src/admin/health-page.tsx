import type { ReactElement } from 'react';
import { Loaded, useResource } from '../app/use-api.js';
import { count } from '../app/format.js';
import { Button } from '../design/button.js';
import { FactList } from '../design/fact-list.js';
import { Notice } from '../design/states.js';
import { Meter, Panel } from '../design/panel.js';
import { getHealth, type Health } from './admin-api.js';
import { AdminFrame } from './admin-frame.js';

export function HealthPage(): ReactElement {
  const loaded = useResource(getHealth);
  const [, reload] = loaded;
  return (
    <AdminFrame
      path="/admin/health"
      title="Service health"
      lead="The state of the server that responded. With several servers, each reports its own; /metrics has the history."
    >
      <Loaded of={loaded} label="Loading the state of the service" lines={8}>
        {(health) => <State health={health} onRefresh={reload} />}
      </Loaded>
    </AdminFrame>
  );
}

const MEGABYTE = 1024 * 1024;
const megabytes = (bytes: number): number => Math.round(bytes / MEGABYTE);

interface StateProps {
  readonly health: Health;
  readonly onRefresh: () => void;
}

function State({ health, onRefresh }: StateProps): ReactElement {
  const failing = health.checks.filter(({ ready }) => !ready).map(({ name }) => name);
  const bytes = { now: megabytes(health.body_bytes.now), limit: megabytes(health.body_bytes.limit) };
  return (
    <>
      {health.ready ? (
        <Notice title="Ready">All checks pass: {health.checks.map(({ name }) => name).join(', ')}.</Notice>
      ) : (
        <Notice tone="danger" title="Not ready">
          Failing: {failing.join(', ')}.
        </Notice>
      )}
      <Panel
        title="Load"
        actions={
          <Button small onClick={onRefresh}>
            Refresh
          </Button>
        }
      >
        <div className="admin-grid">
          <Use label="Calls being analysed" use={health.queue_running} />
          <Use label="Calls waiting" use={health.queue_waiting} />
          <Use label="Image URLs being fetched" use={health.fetches_running} />
          <Use label="Request bodies in memory (MB)" use={bytes} />
          <Use label="Open connections" use={health.connections} />
        </div>
      </Panel>
      <Panel title="Process">
        <FactList
          className="facts"
          facts={[
            {
              label: 'Workers',
              text: `${count(health.workers.now)} of ${count(health.workers.limit)} running`,
            },
            { label: 'Version', text: `Facet ${health.version}, Node.js ${health.node}` },
            { label: 'Up for', text: duration(health.uptime_seconds) },
            { label: 'Memory', text: `${count(megabytes(health.memory_bytes))} MB` },
          ]}
        />
      </Panel>
    </>
  );
}

interface UseProps {
  readonly label: string;
  readonly use: { readonly now: number; readonly limit: number };
}

function Use({ label, use: { now, limit } }: UseProps): ReactElement {
  const words = `${count(now)} of ${count(limit)}`;
  return (
    <Meter label={label} value={now} max={limit} words={words}>
      <p>
        {label}: <span className="numbers">{words}</span>
      </p>
    </Meter>
  );
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run-tool.js';

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[];
}
export interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

export const OBSERVABILITY = join(ROOT, 'deploy', 'observability');

export const readDashboard = (): Dashboard =>
  JSON.parse(readFileSync(join(OBSERVABILITY, 'dashboard.json'), 'utf8')) as Dashboard;

/** Every question of the dashboard, as Grafana would send it for all servers of the job. */
export const dashboardQueries = (rateInterval: string): { panel: string; expr: string }[] =>
  readDashboard().panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: title,
      expr: expr
        .replaceAll('$__rate_interval', rateInterval)
        .replaceAll('$job', 'facet')
        .replaceAll('$instance', '.*'),
    })),
  );

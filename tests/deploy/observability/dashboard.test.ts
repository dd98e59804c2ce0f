import { ThresholdsMode } from '@grafana/schema';
import { describe, expect, it } from 'vitest';
import { dashboardQueries, readDashboard } from '../shared/dashboard.js';
import { chartRenderer, NEEDED } from '../shared/render-chart.js';
import { typeErrors } from '../shared/type-check.js';

const dashboard = readDashboard();

describe('the dashboard', () => {
  it('is one by the types of Grafana', () => {
    const type = { type: 'Dashboard', from: '@grafana/schema' };
    // The file has the words that Grafana's enumerations stand for, which TypeScript does not take for them.
    const misspelt = { title: 'x', schemaVersion: 41, titel: 'x' };
    const errors = typeErrors([
      { ...type, value: dashboard },
      { ...type, value: misspelt },
    ]);
    const words = errors.filter((error) => error.endsWith(`is not assignable to type 'ThresholdsMode'.`));
    for (const word of words) expect(word).toContain(`"mode": "${ThresholdsMode.Absolute}"`);
    expect(errors.filter((error) => !words.includes(error))).toEqual([expect.stringContaining('titel')]);
  });

  it('asks the one data source that it lets choose', () => {
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(panels.length).toBeGreaterThan(20);
    for (const { title, datasource, targets = [] } of panels) {
      expect(datasource?.uid, title).toBe('${datasource}');
      expect(targets.length, title).toBeGreaterThan(0);
      for (const target of targets) expect(target.datasource.uid, title).toBe('${datasource}');
    }
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
    for (const { expr } of dashboardQueries('1m')) expect(expr).not.toContain('$');
  });

  it('has panels that do not lie upon each other', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const taken = new Set<string>();
    for (const { title, gridPos } of dashboard.panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x},${y}`), title).toBe(false);
          taken.add(`${x},${y}`);
        }
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    }
  });

  it('is the same in the chart', async () => {
    const { one } = await (await chartRenderer())({ ...NEEDED, dashboard: { enabled: true } });
    expect(JSON.parse(one('ConfigMap').data?.['facet.json'] ?? '')).toEqual(dashboard);
  });
});

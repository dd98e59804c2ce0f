import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { OBSERVABILITY } from '../shared/dashboard.js';
import { chartRenderer, NEEDED } from '../shared/render-chart.js';
import { runTool } from '../shared/run-tool.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

interface PromtoolTest {
  readonly alert_rule_test?: readonly {
    readonly alertname: string;
    readonly exp_alerts?: readonly unknown[];
  }[];
  readonly promql_expr_test?: readonly { readonly exp_samples?: readonly { readonly labels: string }[] }[];
}

const ALERTS = join(OBSERVABILITY, 'alerts.yaml');
const TESTS = join(OBSERVABILITY, 'alerts.promtool.yaml');
const file = parse(readFileSync(ALERTS, 'utf8')) as Rules;
const rules = file.groups.flatMap((group) => group.rules);

describe('the alerts', () => {
  it('are sound to promtool', async () => {
    const { code, out, err } = await runTool('promtool', ['check', 'rules', ALERTS]);
    expect(code, out + err).toBe(0);
    expect(out).toContain(`${rules.length} rules found`);
  });

  it('are on when they should be', async () => {
    const { code, out, err } = await runTool('promtool', ['test', 'rules', TESTS]);
    expect(code, out + err).toBe(0);
  });

  it('are each on in one test of promtool at least', () => {
    const { tests } = parse(readFileSync(TESTS, 'utf8')) as { tests: readonly PromtoolTest[] };
    const on = tests.flatMap(({ alert_rule_test = [], promql_expr_test = [] }) => [
      ...alert_rule_test
        .filter(({ exp_alerts = [] }) => exp_alerts.length > 0)
        .map(({ alertname }) => alertname),
      ...promql_expr_test
        .flatMap(({ exp_samples = [] }) => exp_samples)
        .map(({ labels }) => /alertname="(\w+)"/.exec(labels)?.[1] ?? labels),
    ]);
    expect([...new Set(on)].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s says what to do', (name, rule) => {
    expect(name).toMatch(/^Facet[A-Z]/);
    expect(['critical', 'warning']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(rule.annotations.runbook.length).toBeGreaterThan(60);
    expect(rule.expr).toContain('job="facet"');
  });

  it('are the same in the chart', async () => {
    const { one } = await (await chartRenderer())({ ...NEEDED, prometheusRule: { enabled: true } });
    expect(one('PrometheusRule').spec).toEqual(file);
  });
});

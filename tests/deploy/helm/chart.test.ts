import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CHART, chartRenderer, NEEDED, type Manifest, type Render } from '../shared/render-chart.js';
import { typeErrors, type TypedValue } from '../shared/type-check.js';

const EVERYTHING = {
  ...NEEDED,
  image: { ...NEEDED.image, pullSecrets: [{ name: 'registry' }] },
  settings: {
    FACET_MAX_BODY_BYTES: 50_331_648,
    FACET_PUBLIC_URL: 'https://faces.example',
    OTEL_TRACES_SAMPLER_ARG: 0.1,
    HOST: '::',
  },
  plans: [{ id: 'team', name: 'Team', calls_per_month: 10_000, calls_per_second: 5 }],
  ingress: { enabled: true, tlsSecret: 'faces-tls' },
  networkPolicy: { extraEgress: [{ ports: [{ port: 465, protocol: 'TCP' }] }] },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  prometheusRule: { enabled: true },
  dashboard: { enabled: true },
  podAnnotations: { note: 'one' },
  tolerations: [{ key: 'faces', operator: 'Exists' }],
  nodeSelector: { 'kubernetes.io/arch': 'arm64' },
  priorityClassName: 'high',
};

/** Where the types of Kubernetes, and of Prometheus' operator, describe a kind. */
const TYPES: Readonly<Record<string, Omit<TypedValue, 'value'>>> = {
  'apps/v1 Deployment': { type: 'Deployment', from: 'kubernetes-types/apps/v1' },
  'v1 Service': { type: 'Service', from: 'kubernetes-types/core/v1' },
  'v1 Secret': { type: 'Secret', from: 'kubernetes-types/core/v1' },
  'v1 ConfigMap': { type: 'ConfigMap', from: 'kubernetes-types/core/v1' },
  'networking.k8s.io/v1 Ingress': { type: 'Ingress', from: 'kubernetes-types/networking/v1' },
  'networking.k8s.io/v1 NetworkPolicy': { type: 'NetworkPolicy', from: 'kubernetes-types/networking/v1' },
  'policy/v1 PodDisruptionBudget': { type: 'PodDisruptionBudget', from: 'kubernetes-types/policy/v1' },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    type: 'HorizontalPodAutoscaler',
    from: 'kubernetes-types/autoscaling/v2',
  },
  'monitoring.coreos.com/v1 ServiceMonitor': {
    type: 'IServiceMonitor',
    from: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor',
  },
  'monitoring.coreos.com/v1 PrometheusRule': {
    type: 'IPrometheusRule',
    from: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule',
  },
};

function typed(manifest: Manifest): TypedValue {
  const name = `${manifest.apiVersion} ${manifest.kind}`;
  const found = TYPES[name];
  if (found === undefined) throw new Error(`No type is known for ${name}.`);
  return { ...found, value: manifest };
}

const schema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as object;
const fits = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(schema);
const defaults = parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as Record<string, unknown>;

let render: Render;
beforeAll(async () => {
  render = await chartRenderer();
});

describe('the chart', () => {
  it.each([
    ['as it comes', NEEDED],
    ['with everything', EVERYTHING],
    [
      'with a Secret of its own and no autoscaler',
      { image: NEEDED.image, existingSecret: 'mine', autoscaling: { enabled: false } },
    ],
  ])('renders %s to what Kubernetes knows', async (_name, values) => {
    const { manifests } = await render(values);
    expect(typeErrors(manifests.map(typed))).toEqual([]);
    expect(new Set(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(
      manifests.length,
    );
  });

  it('would be found out with a misspelt field or a wrong kind of value', async () => {
    const deployment = typed((await render(NEEDED)).one('Deployment'));
    const wrong = (from: string, to: string): TypedValue => ({
      ...deployment,
      value: JSON.parse(JSON.stringify(deployment.value).replace(from, to)) as unknown,
    });
    const errors = typeErrors([
      wrong('"readinessProbe"', '"readnessProbe"'),
      wrong('"containerPort":8080', '"containerPort":"8080"'),
      wrong('"selector"', '"selectors"'),
    ]).join('\n');
    for (const word of ['readnessProbe', 'containerPort', 'selectors']) expect(errors).toContain(word);
  });

  it('renders every kind that it is about, and only with everything on', async () => {
    const kinds = async (values: Record<string, unknown>): Promise<string[]> =>
      (await render(values)).manifests.map(({ kind }) => kind).sort();
    expect(await kinds(NEEDED)).toEqual(
      [
        'Deployment',
        'HorizontalPodAutoscaler',
        'NetworkPolicy',
        'PodDisruptionBudget',
        'Secret',
        'Service',
      ].sort(),
    );
    expect(await kinds(EVERYTHING)).toEqual(
      [
        ...['ConfigMap', 'ConfigMap', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy'],
        ...['PodDisruptionBudget', 'PrometheusRule', 'Secret', 'Service', 'Service', 'ServiceMonitor'],
      ].sort(),
    );
  });

  it('asks for its secrets, and takes a Secret instead', async () => {
    const { image } = NEEDED;
    await expect(render({ image })).rejects.toThrow('Set existingSecret, or secret.databaseUrl');
    const half = { image, secret: { databaseUrl: 'postgres://x/y' } };
    await expect(render(half)).rejects.toThrow('secret.facetSecret');
    const { manifests, one } = await render({ image, existingSecret: 'mine' });
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    expect(JSON.stringify(one('Deployment'))).toContain('"envFrom":[{"secretRef":{"name":"mine"}}]');
  });

  it('asks where the image is, instead of taking one of that name from anywhere', async () => {
    await expect(render({ secret: NEEDED.secret })).rejects.toThrow('Set image.repository');
  });

  it('keeps secrets out of everything but the Secret', async () => {
    const { manifests } = await render(EVERYTHING);
    for (const manifest of manifests.filter(({ kind }) => kind !== 'Secret')) {
      expect(JSON.stringify(manifest)).not.toContain(NEEDED.secret.facetSecret);
      expect(JSON.stringify(manifest)).not.toContain('postgres://');
    }
  });

  it('writes numbers as the server reads them, and the plans too', async () => {
    const { manifests } = await render(EVERYTHING);
    const texts = JSON.stringify(manifests);
    expect(texts).toContain('{"name":"FACET_MAX_BODY_BYTES","value":"50331648"}');
    expect(texts).toContain('{"name":"OTEL_TRACES_SAMPLER_ARG","value":"0.1"}');
    const plans = manifests.find(({ metadata }) => metadata.name === 'faces-facet-plans');
    expect(JSON.parse(plans?.data?.['plans.json'] ?? '')).toEqual(EVERYTHING.plans);
  });

  it('tells what an ingress must be told of underscores, and what the autoscaler needs', async () => {
    const { notes } = await render(EVERYTHING);
    expect(notes).toContain('enable-underscores-in-headers: "true"');
    expect(notes).toContain('/namespaces/prod/pods/*/facet_queue_waiting');
    const without = await render({ ...EVERYTHING, autoscaling: { targetQueueWaiting: 0 } });
    expect(without.notes).not.toContain('facet_queue_waiting');
  });

  it.each([
    ['no ingress', {}, '0'],
    ['an ingress', { ingress: { enabled: true } }, '1'],
    ['a proxy of another kind', { trustProxy: true }, '1'],
    ['an ingress that is not to be believed', { ingress: { enabled: true }, trustProxy: false }, '0'],
  ])('believes what a proxy says with %s: %o', async (_name, values, trusted) => {
    const text = JSON.stringify((await render({ ...NEEDED, ...values })).one('Deployment'));
    expect(text).toContain(`{"name":"FACET_TRUST_PROXY","value":"${trusted}"}`);
  });
});

describe('the schema of the values', () => {
  it.each([
    ['what the chart brings', {}],
    ['what the tests use', EVERYTHING],
  ])('accepts %s', (_name, values) => {
    expect(fits({ ...defaults, ...values }) ? [] : fits.errors).toEqual([]);
  });

  it.each([
    ['a misspelt value', { autoscalling: {} }],
    ['a short secret', { secret: { facetSecret: 'short' } }],
    ['another database', { secret: { databaseUrl: 'mysql://x' } }],
    ['a secret among the settings', { settings: { FACET_SECRET: 'x' } }],
    ['a setting that there is not', { settings: { HOSTS: '::' } }],
    ['a proxy that is half believed', { trustProxy: 'yes' }],
    ['a setting that the chart makes itself', { settings: { FACET_SHUTDOWN_MS: 1 } }],
    ['a plan without a name', { plans: [{ id: 'team', calls_per_month: 1, calls_per_second: 1 }] }],
  ])('rejects %s', (_name, values) => {
    expect(fits({ ...defaults, ...values })).toBe(false);
  });

  it('describes every value that there is', () => {
    const { properties } = schema as { properties: Record<string, unknown> };
    expect(Object.keys(defaults).filter((name) => !(name in properties))).toEqual([]);
  });
});

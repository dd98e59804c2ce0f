import { beforeAll, describe, expect, it } from 'vitest';
import { chartRenderer, NEEDED, type Manifest, type Render } from '../shared/render-chart.js';

interface Path {
  readonly path: string;
  readonly pathType: string;
  readonly backend: { readonly service: { readonly name: string } };
}

const SIZE = 'nginx.ingress.kubernetes.io/proxy-body-size';
const BUFFER = 'nginx.ingress.kubernetes.io/client-body-buffer-size';
const RESPONSE_FILES = 'nginx.ingress.kubernetes.io/proxy-max-temp-file-size';

let render: Render;
beforeAll(async () => {
  render = await chartRenderer();
});

async function ingressOf(
  ingress: Record<string, unknown>,
): Promise<{ all: readonly Manifest[]; paths: Path[] }> {
  const values = { ...NEEDED, ingress: { enabled: true, ...ingress }, serviceMonitor: { enabled: true } };
  const { manifests, one } = await render(values);
  const { rules } = one('Ingress').spec as { rules: [{ http: { paths: Path[] } }] };
  return { all: manifests, paths: rules[0].http.paths };
}

const called = (all: readonly Manifest[], kind: string, name = ''): Manifest | undefined =>
  all.find((each) => each.kind === kind && each.metadata.name.endsWith(name));

describe('the ingress', () => {
  it('routes requests for the metrics to a service without endpoints', async () => {
    const { all, paths } = await ingressOf({});
    const [metrics, rest] = paths;
    expect(metrics).toMatchObject({ path: '/metrics', pathType: 'Exact' });
    expect(rest).toMatchObject({ path: '/', pathType: 'Prefix' });
    const withoutEndpoints = called(all, 'Service', '-no-endpoints');
    expect(metrics?.backend.service.name).toBe(withoutEndpoints?.metadata.name);
    // Without a selector a Service finds no pods, and with other labels Prometheus does not find the Service.
    expect(withoutEndpoints?.spec).not.toHaveProperty('selector');
    const monitor = called(all, 'ServiceMonitor')?.spec as { selector: { matchLabels: object } };
    expect(withoutEndpoints?.metadata.labels).not.toMatchObject(monitor.selector.matchLabels);
    expect(called(all, 'Service', 'faces-facet')?.metadata.labels).toMatchObject(
      monitor.selector.matchLabels,
    );
  });

  it('shows them where it is configured to', async () => {
    const { all, paths } = await ingressOf({ hideMetrics: false });
    expect(paths.map(({ path }) => path)).toEqual(['/']);
    expect(called(all, 'Service', '-no-endpoints')).toBeUndefined();
  });

  it('keeps requests and responses in memory', async () => {
    const { all } = await ingressOf({});
    const { annotations } = called(all, 'Ingress')?.metadata as unknown as {
      annotations: Record<string, string>;
    };
    expect(annotations[SIZE]).toBe('48m');
    // The chunk headers of a body are in the buffer too.
    expect(annotations[BUFFER]).toBe('50m');
    expect(annotations[RESPONSE_FILES]).toBe('0');
  });
});

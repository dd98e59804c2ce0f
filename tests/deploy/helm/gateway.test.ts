import { beforeAll, describe, expect, it } from 'vitest';
import { chartRenderer, NEEDED, type Render } from '../shared/render-chart.js';

let render: Render;
beforeAll(async () => {
  render = await chartRenderer();
});

interface Route {
  readonly parentRefs: readonly unknown[];
  readonly hostnames: readonly string[];
  readonly rules: readonly {
    readonly matches: readonly { readonly path: { readonly type: string; readonly value: string } }[];
    readonly backendRefs?: readonly { readonly name: string; readonly port: number }[];
  }[];
}

const GATEWAY = { enabled: true, name: 'public', namespace: 'edge', host: 'faces.example.com' };

describe('the route of the Gateway API', () => {
  it('leads the host to the service, and the metrics nowhere', async () => {
    const { one, manifests } = await render({ ...NEEDED, gateway: GATEWAY });
    const { parentRefs, hostnames, rules } = one('HTTPRoute').spec as Route;
    expect(parentRefs).toEqual([{ name: 'public', namespace: 'edge' }]);
    expect(hostnames).toEqual(['faces.example.com']);
    const [metrics, rest] = rules;
    expect(metrics).toEqual({ matches: [{ path: { type: 'Exact', value: '/metrics' } }] });
    expect(rest?.matches).toEqual([{ path: { type: 'PathPrefix', value: '/' } }]);
    const service = manifests.find(({ kind }) => kind === 'Service');
    const { ports } = service?.spec as { ports: readonly { port: number }[] };
    expect(rest?.backendRefs).toEqual([{ name: service?.metadata.name, port: ports[0]?.port }]);
    expect(manifests.some(({ kind }) => kind === 'Ingress')).toBe(false);
    // The gateway sets the addresses of callers.
    expect(JSON.stringify(one('Deployment').spec)).toMatch(/"FACET_TRUST_PROXY","value":"1"/);
  });

  it('needs the name of a Gateway', async () => {
    await expect(render({ ...NEEDED, gateway: { enabled: true } })).rejects.toThrow(/gateway\.name/);
  });
});

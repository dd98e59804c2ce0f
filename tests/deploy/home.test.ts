import { SETTINGS } from '@facet/server/config';
import { codeBlocks } from '@facet/test-support';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readImageFacts } from './shared/dockerfile.js';
import { ROOT } from './shared/run-tool.js';

interface Home {
  readonly services: Readonly<
    Record<
      'facet' | 'double-take' | 'mqtt',
      {
        readonly image: string;
        readonly build?: { readonly context: string; readonly dockerfile: string };
        readonly environment?: Readonly<Record<string, string>>;
        readonly ports: readonly { readonly target: number; readonly host_ip: string }[];
      }
    >
  >;
}

const { services } = parse(readFileSync(join(ROOT, 'deploy', 'home', 'compose.yaml'), 'utf8')) as Home;
const blocks = codeBlocks('docs/home.md');

it('the services at home are reached from this machine alone, and Facet is built here', () => {
  const { build } = services.facet;
  expect(existsSync(join(ROOT, 'deploy/home', build?.context ?? '', build?.dockerfile ?? ''))).toBe(true);
  for (const { ports, image } of Object.values(services)) {
    expect(ports.every(({ host_ip }) => host_ip.includes('127.0.0.1'))).toBe(true);
    expect(image).toMatch(/:\d+\.\d+\.\d+$/);
  }
});

it('the settings of both variants are the same, known, and fit each other', () => {
  const own = Object.fromEntries(
    Object.entries(services.facet.environment ?? {}).filter(([name]) => name.startsWith('FACET_')),
  );
  const lines =
    blocks
      .find(({ language }) => language === 'ini')
      ?.text.trim()
      .split('\n') ?? [];
  expect(Object.fromEntries(lines.map((line) => line.split('=')))).toEqual(own);
  for (const name of Object.keys(own)) expect(SETTINGS.shape).toHaveProperty(name);
  expect(Number(own['FACET_MAX_BUFFERED_BYTES'])).toBeGreaterThanOrEqual(
    4 * Number(own['FACET_MAX_BODY_BYTES']),
  );
});

it('Double Take finds Facet and the broker by the names of their services', () => {
  const [doubleTake, automation] = blocks
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => text);
  const { env } = readImageFacts();
  expect(parse(doubleTake ?? '')).toMatchObject({
    mqtt: { host: 'mqtt' },
    detectors: { deepstack: { url: `http://facet:${env['PORT'] ?? '8080'}` } },
  });
  expect(parse(automation ?? '')).toMatchObject({ automation: [{ triggers: [{ trigger: 'mqtt' }] }] });
});

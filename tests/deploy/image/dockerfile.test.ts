import { SETTINGS } from '@facet/server/config';
import { LOCK_DEADLINE_MS } from '@facet/server/internals';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DOCKERFILE, readImageFacts } from '../shared/dockerfile.js';
import { ROOT } from '../shared/run-tool.js';

const text = readFileSync(DOCKERFILE, 'utf8');
const file = DockerfileParser.parse(text);
const image = readImageFacts();

describe('the Dockerfile', () => {
  it('is sound', () => {
    expect(validate(text)).toEqual([]);
    expect(validate(text.replace('WORKDIR', 'WORKDRI'))).not.toEqual([]);
  });

  it('begins with one version of Node, which the project supports', () => {
    expect(image.base).toMatch(/^docker\.io\/library\/node:\d+\.\d+\.\d+-bookworm-slim$/);
    const bases = file.getFROMs().map((from) => from.getImage());
    const stages = file.getFROMs().map((from) => from.getBuildStage());
    for (const base of bases)
      expect(base === '${NODE_IMAGE}' || stages.includes(base), String(base)).toBe(true);
  });

  it('builds on the platform that builds, and ends on the one that it is for', () => {
    const flags = file.getFROMs().map((from) => from.getPlatformFlag()?.getValue() ?? null);
    expect(flags[0]).toBe('$BUILDPLATFORM');
    expect(flags.at(-1)).toBeNull();
    // A default would win over the platform that the builder is asked for.
    expect(text).toMatch(/^ARG TARGETARCH$/m);
  });

  it('runs nothing on the platform that it is for, which may be another', () => {
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^COPY --from=build --chown=(\S+) \/image\/data \/data$/m);
    expect(/--chown=(\S+)/.exec(last)?.[1]).toBe(image.user);
    expect(last).not.toMatch(/^\s*(RUN|ADD)\b/im);
  });

  it('waits for a server for as long as another may be at the tables', () => {
    const [, seconds] = /^HEALTHCHECK .*--start-period=(\d+)s/m.exec(text) ?? [];
    expect(Number(seconds) * 1000).toBeGreaterThan(LOCK_DEADLINE_MS);
  });

  it('knows every package of the lockfile', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>;
    };
    const own = Object.keys(packages).filter((path) => path !== '' && !path.includes('node_modules'));
    expect(own.length).toBeGreaterThan(5);
    for (const path of own) expect(text, path).toContain(`COPY ${path}/package.json ${path}/\n`);
  });

  it('takes along each package that the server is made of', () => {
    const parts = new Set<string>();
    const add = (name: string): void => {
      if (parts.has(name)) return;
      parts.add(name);
      const manifest = readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8');
      const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
      for (const each of Object.keys(dependencies)) if (each.startsWith('@facet/')) add(each.slice(7));
    };
    add('server');
    expect([...parts].sort()).toEqual([
      'analysis',
      'browser',
      'engine',
      'gallery',
      'model-build',
      'portal',
      'server',
      'wasm',
    ]);
    for (const part of parts)
      expect(text).toContain(`COPY --from=build /src/packages/${part}/dist/ packages/${part}/dist/\n`);
  });

  it('builds each package that the web page imports before the page', () => {
    const manifest = readFileSync(join(ROOT, 'packages', 'portal', 'package.json'), 'utf8');
    const { devDependencies } = JSON.parse(manifest) as { devDependencies: Record<string, string> };
    const imported = Object.keys(devDependencies).filter(
      (name) => name.startsWith('@facet/') && name !== '@facet/test-support',
    );
    expect(imported.length).toBeGreaterThan(0);
    const [, compiled = ''] = /^RUN npx tsc -b (.*?) && npx vite build packages\/portal/m.exec(text) ?? [];
    for (const name of imported) expect(compiled.split(' ')).toContain(`packages/${name.slice(7)}`);
  });

  it('runs as nobody in particular, by number, with settings that exist and none that is secret', () => {
    expect(image.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const others = Object.keys(image.env).filter((name) => !(name in SETTINGS.shape));
    expect(others).toEqual(['NODE_ENV', 'ORT_DISABLE_TELEMETRY', 'MALLOC_ARENA_MAX']);
    expect(image.env['ORT_DISABLE_TELEMETRY']).toBe('1');
    expect(image.env).not.toHaveProperty('FACET_SECRET');
    expect(image.env).not.toHaveProperty('DATABASE_URL');
    expect(image.env['FACET_DATA_DIR']).toBe(image.volume);
    expect(image.env['FACET_CACHE_DIR']).toBe(`${image.workDir}/models`);
  });

  it('starts the built server directly, so that signals reach it', () => {
    expect(image.command[0]).toBe('node');
    expect(existsSync(join(ROOT, image.command[1] ?? ''))).toBe(true);
    expect(text).toMatch(/^ENTRYPOINT \[\]$/m);
  });
});

describe('what goes to the builder', () => {
  const ignore = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  it('is a list of what is wanted, and nothing else', () => {
    expect(ignore[0]).toBe('*');
    const wanted = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    for (const path of wanted) expect(existsSync(join(ROOT, path)), path).toBe(true);
    expect(readdirSync(ROOT).filter((name) => wanted.includes(name) && name.startsWith('.'))).toEqual([
      '.npmrc',
    ]);
  });

  it('has all that the Dockerfile copies', () => {
    const copied = file
      .getCOPYs()
      .filter((copy) => !copy.getFlags().some((flag) => flag.getName() === 'from'))
      .flatMap((copy) => copy.getArguments().slice(0, -1))
      .map((argument) => argument.getValue().replace(/\/$/, ''));
    expect(copied.length).toBeGreaterThan(10);
    const wanted = ignore.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    for (const path of copied)
      expect(
        wanted.some((each) => path === each || path.startsWith(`${each}/`)),
        path,
      ).toBe(true);
  });
});

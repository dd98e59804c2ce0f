import { DockerfileParser } from 'dockerfile-ast';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DOCKERFILE } from '../shared/dockerfile.js';
import { ROOT, runTool } from '../shared/run-tool.js';

const DEADLINE_MS = 300_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'facet-build-'));
  await copyForBuilder();
  await linkPackages();
});
afterAll(() => rm(folder, { recursive: true }));

/** The files that the build has before its first program: those that the Dockerfile copies, and nothing else of the checkout. */
async function copyForBuilder(): Promise<void> {
  const copies = DockerfileParser.parse(readFileSync(DOCKERFILE, 'utf8'))
    .getCOPYs()
    .filter((copy) => !copy.getFlags().some((flag) => flag.getName() === 'from'));
  for (const copy of copies) {
    const paths = copy.getArguments().map((argument) => argument.getValue());
    for (const path of paths.slice(0, -1)) {
      await mkdir(join(folder, dirname(path)), { recursive: true });
      // What is compiled already stays, which saves most of the time.
      const filter = (source: string): boolean => basename(source) !== 'node_modules';
      await cp(join(ROOT, path), join(folder, path), { recursive: true, filter });
    }
  }
  for (const made of ['packages/browser/dist/web', 'packages/portal/dist'])
    await rm(join(folder, made), { recursive: true, force: true });
}

/** As npm installs them: those of others as they are, ours from the copy. */
async function linkPackages(): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@facet'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (name !== '@facet' && name !== '.cache')
      await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of await readdir(join(folder, 'packages')))
    await symlink(join('..', '..', 'packages', name), join(modules, '@facet', name));
  await symlink(join('..', '..', 'tests', 'support'), join(modules, '@facet', 'test-support'));
}

it('the image is built from what goes to the builder', async () => {
  const [, command = ''] =
    /^RUN (npx tsc -b [\s\S]*?)\\\n\s*&& find packages/m.exec(readFileSync(DOCKERFILE, 'utf8')) ?? [];
  expect(command).toContain('vite build packages/portal');
  // Compiled it is already; what it is compiled by has to be there.
  const checked = command.replace('tsc -b', 'tsc -b --dry');
  const { code, out, err } = await runTool('sh', ['-e', '-c', checked], {
    cwd: folder,
    deadlineMs: DEADLINE_MS,
  });
  expect(code, out + err).toBe(0);
  for (const made of ['browser/dist/web/worker.js', 'portal/dist/index.html', 'server/dist/boot/main.js'])
    expect(existsSync(join(folder, 'packages', made)), made).toBe(true);
});

// The Python client as it is published, a wheel and its source, by the Python of the variable PYTHON with the modules build
// and setuptools. Arguments: a folder for both (default: dist), and the address of the repository, for the metadata.
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { ROOT, run } from './install.mjs';
import { pageOf, publishedReadme, staged } from './published-readme.mjs';

const NAME = 'python-client';

const [folder = join(ROOT, 'dist'), repository] = process.argv.slice(2);
await staged(async (stage) => {
  const contents = join(stage, NAME);
  // A copy: setuptools leaves files beside what it builds.
  cpSync(join(ROOT, 'packages', NAME), contents, {
    recursive: true,
    filter: (path) => basename(path) !== '__pycache__',
  });
  const project = join(contents, 'pyproject.toml');
  const [, version] = /^version = "(.+)"$/m.exec(readFileSync(project, 'utf8'));
  if (repository !== undefined)
    appendFileSync(project, `\n[project.urls]\nRepository = "${pageOf(repository)}"\n`);
  const readme = join(contents, 'README.md');
  writeFileSync(
    readme,
    publishedReadme(readFileSync(readme, 'utf8'), {
      name: NAME,
      version,
      contents,
      repository,
      install: 'pip install facet-client',
    }),
  );
  const args = ['-m', 'build', '--no-isolation', '--outdir', resolve(folder), contents];
  await run(process.env.PYTHON ?? 'python3', args, { cwd: stage });
});

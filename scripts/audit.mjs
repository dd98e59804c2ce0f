// `npm run audit`: the licences of what ships with our packages, and known vulnerabilities in it (`npm audit`): those of
// high severity fail. A registry without audits (a mirror, say) is reported and passes, unless
// `--require-response` is given, as before a release.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { npmCall, ROOT, run } from './install.mjs';
import { shippedPackages } from './shipped-packages.mjs';

await run(process.execPath, [join(ROOT, 'scripts', 'licences.mjs'), '--check']);
console.log('Licences: all are accepted, and docs/appendix/dependencies.md is up to date.');

const [program, args, options] = npmCall(['audit', '--json']);
const { stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8', ...options });
const { statusCode, metadata, vulnerabilities = {} } = parsed(stdout);
if (metadata !== undefined) {
  const shipped = new Set(shippedPackages());
  const found = Object.values(vulnerabilities).filter(({ nodes }) => nodes.some((path) => shipped.has(path)));
  const severe = found.filter(({ severity }) => /^(?:high|critical)$/.test(severity));
  for (const { name, severity, range } of severe) console.error(`${name} ${range}: ${severity}`);
  console.log(`Vulnerabilities: ${found.length}, of which ${severe.length} are high or critical.`);
  if (severe.length > 0) fail('Upgrade, or pin a version without them (overrides in package.json).');
} else if ([404, 405, 501].includes(statusCode)) {
  const finding = `VULNERABILITIES WERE NOT CHECKED: the registry has no audits (HTTP ${statusCode}).`;
  if (process.argv.includes('--require-response')) fail(finding);
  const rule = '!'.repeat(finding.length);
  console.warn(`${rule}\n${finding}\n${rule}`);
} else fail(`npm audit failed:\n${stdout}${stderr}`);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

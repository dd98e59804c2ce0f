import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { REPOSITORY_ROOT } from './common/repository.js';
import { samplePath } from './data/sample-photos.js';
import { terminalSvg } from './terminal/terminal-svg.js';

/** Runs a few commands of `facet` on real photos and draws what the terminal shows: docs/images/terminal.svg. */
const FACET = join(REPOSITORY_ROOT, 'packages/cli/dist/main.js');
const OUTPUT = join(REPOSITORY_ROOT, 'docs/images/terminal.svg');
const COLUMNS = 98;
const DEADLINE_MS = 120_000;

const COMMANDS = [
  'facet detect party/friends.jpg --draw faces.jpg',
  'facet match people/ada/id-card.jpg selfie.jpg',
  'facet enrol people/ --gallery people.facet',
  'facet search party/ --gallery people.facet',
];

/** Faces of the sample photos by invented names. One woman is in both photos, by the look of it. */
const PORTRAITS = [
  { path: 'people/ada/id-card.jpg', photo: 'sample1.jpg', left: 1380, top: 120, width: 400, height: 400 },
  { path: 'people/grace/1.jpg', photo: 'sample1.jpg', left: 330, top: 290, width: 350, height: 400 },
  { path: 'selfie.jpg', photo: 'sample3.jpg', left: 980, top: 150, width: 420, height: 460 },
] as const;
const PARTY = { path: 'party/friends.jpg', photo: 'sample3.jpg' } as const;

const folder = await mkdtemp(join(tmpdir(), 'facet-terminal-'));
try {
  for (const { path, photo, ...part } of PORTRAITS) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await sharp(samplePath(photo)).extract(part).jpeg().toFile(join(folder, path));
  }
  await cp(samplePath(PARTY.photo), join(folder, PARTY.path), { recursive: true });
  const lines: string[] = [];
  for (const command of COMMANDS) {
    lines.push(`\x1b[32m$\x1b[39m \x1b[1m${command}\x1b[22m`, ...(await outputOf(command)), '');
  }
  await writeFile(OUTPUT, terminalSvg(lines.slice(0, -1), COLUMNS, 'The command facet in a terminal'));
  console.log('docs/images/terminal.svg');
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** What the command writes, in colour, line by line. */
function outputOf(command: string): Promise<string[]> {
  const args = command.split(' ').slice(1);
  const options = { cwd: folder, timeout: DEADLINE_MS, env: { ...process.env, FORCE_COLOR: '1' } };
  return new Promise((done, failed) => {
    execFile(process.execPath, [FACET, ...args], options, (error, stdout, stderr) => {
      if (error === null) done(`${stdout}${stderr}`.trimEnd().split('\n'));
      else failed(new Error(`${command}: ${stderr}`, { cause: error }));
    });
  });
}

import { cgroupLimits, homeDir, workersFor } from '@facet/engine';
import { EXIT, type ExitCode, type Shell } from '../shell.js';
import { coloursFor, printable, type Colours } from '../output/terminal.js';
import { jsonLine } from '../output/printer.js';
import { cacheFolder, checkEngine, checkModels, checkSources } from './check-models.js';
import { checkDatabase, checkDataFolder, checkPort, checkServer } from './check-service.js';
import { availableMemory, checkCores, checkMemory, coresHere, checkNode } from './check-machine.js';
import { fail, messageOf, ok, type Finding } from './finding.js';

export interface DoctorFlags {
  readonly url?: string;
  readonly port?: string;
  readonly json?: boolean;
}

/** Looks at everything that a command or the service needs; changes nothing. */
export async function doctor(flags: DoctorFlags, shell: Shell): Promise<ExitCode> {
  const colours = coloursFor(shell.stdout, shell.env);
  let isBroken = false;
  for await (const finding of findings(flags, shell)) {
    if (finding.state === 'fail') isBroken = true;
    shell.stdout.write(flags.json === true ? jsonLine(finding) : findingText(finding, colours));
  }
  return isBroken ? EXIT.failed : EXIT.done;
}

async function* findings({ url, port }: DoctorFlags, { env }: Shell): AsyncGenerator<Finding> {
  yield checkNode(process.version, `${process.platform} ${process.arch}`);
  const limits = await cgroupLimits();
  const cores = coresHere();
  const threads = Number(env['FACET_THREADS']) || 1;
  const workers = Number(env['FACET_WORKERS']) || workersFor({ cores, cpus: limits.cpus, threads });
  yield checkCores({ cores, allowed: limits.cpus, workers, threads });
  yield checkMemory({ availableBytes: await availableMemory(limits), workers });
  const folder = cacheFolder({ env, platform: process.platform, homeDir: homeDir() });
  const models = await checkModels(folder);
  yield models.finding;
  if (models.isComplete) yield await checkEngine(folder);
  // Nothing is downloaded into a folder that the user named.
  if ((env['FACET_MODELS_DIR'] ?? '') === '') yield await checkSources(models.isComplete);
  yield* serviceFindings(env, port);
  const address = url ?? env['FACET_URL'];
  if (address !== undefined && address !== '') yield await checkServer(address);
}

/** What only `facet serve` needs, by the service's own settings. */
async function* serviceFindings(env: Shell['env'], port: string | undefined): AsyncGenerator<Finding> {
  const { readConfig } = await import('@facet/server/config');
  const host = { platform: process.platform, homeDir: homeDir() };
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig({ ...host, env: port === undefined ? env : { ...env, PORT: port } });
    yield ok('settings', 'the service accepts them');
  } catch (error) {
    yield fail('settings', messageOf(error), 'Correct the setting; docs/configuration.md lists them all.');
    return;
  }
  yield await checkPort(config.HOST, config.PORT);
  yield await checkDataFolder(config.FACET_DATA_DIR);
  yield await checkDatabase(config.DATABASE_URL, config.FACET_DATA_DIR);
}

const NAME_WIDTH = 12;

function findingText({ what, state, found, fix }: Finding, colours: Colours): string {
  const paint = { ok: colours.green, warn: colours.yellow, fail: colours.red }[state];
  const line = `${paint(state.padEnd(5))} ${what.padEnd(NAME_WIDTH)} ${printable(found)}\n`;
  return fix === undefined
    ? line
    : `${line}${' '.repeat(6 + NAME_WIDTH + 1)}${colours.bold(printable(fix))}\n`;
}

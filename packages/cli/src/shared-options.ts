import { InvalidArgumentError, Option, type Command } from 'commander';

const integer =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give an integer from ${least} to ${most}.`);
  };

export const distanceNumber = (text: string): number => {
  const value = Number(text);
  if (/^(?:\d+|\d*\.\d+)$/.test(text) && value > 0 && value <= 2) return value;
  throw new InvalidArgumentError('Give a distance above 0, such as 0.5.');
};

export const shareNumber = (text: string): number => {
  const value = Number(text);
  if (/^(?:\d+|\d*\.\d+)$/.test(text) && value > 0 && value < 1) return value;
  throw new InvalidArgumentError('Give a share between 0 and 1, such as 0.01 for 1 in 100.');
};

export const topNumber = integer(1, 1000);
export const facesNumber = integer(1, 1_000_000);
/** The same limit as in the service. */
export const faceCountNumber = integer(1, 40);
export const pixelsNumber = integer(1, 65_535);
export const workersNumber = integer(1, 256);
const secondsNumber = integer(1, 3600);

const apiKeyOption = (command: Command): Command =>
  command.option('--api-key <key>', 'API key for the server (FACET_API_KEY keeps it off the command line)');

/** People in a file, or in a collection of a server. */
export const peopleOptions = (command: Command, gallery: string): Command =>
  command
    .addOption(new Option('--gallery <file>', gallery).conflicts('collection'))
    .option('--collection <name>', 'a collection that a server keeps (--url), instead of a gallery file');

/** For commands that change people of a collection without any photo. */
export const collectionOptions = (command: Command): Command =>
  apiKeyOption(
    command
      .option('--collection <name>', 'a collection that a server keeps, instead of a gallery file')
      .option('--url <address>', 'the server with the collection (FACET_URL)'),
  ).option('--timeout <seconds>', 'timeout of one call to the server (default: 60)', secondsNumber);

/** Where faces come from. */
export function sourceOptions(command: Command): Command {
  return apiKeyOption(
    command.option('--url <address>', 'use a server instead of the engine on this machine (FACET_URL)'),
  )
    .option('--workers <n>', 'photos analysed at the same time (default: one per core)', workersNumber)
    .option('--timeout <seconds>', 'timeout of one call to a server (default: 60)', secondsNumber);
}

export function formatOptions(command: Command): Command {
  return command
    .addOption(new Option('--json', 'one JSON value per line').conflicts('csv'))
    .addOption(new Option('--csv', 'comma-separated values with a header row'));
}

const RESUME = 'also store each result in this file; after Ctrl-C, the same command continues from there';

/** For commands that may run long. */
export function runOptions(command: Command, resume = RESUME): Command {
  return command.option('--resume <file>', resume).option('-q, --quiet', 'no progress bar and no summary');
}

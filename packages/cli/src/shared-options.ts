import { InvalidArgumentError, Option, type Command } from 'commander';

const wholeNumber =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
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

export const topNumber = wholeNumber(1, 1000);
export const facesNumber = wholeNumber(1, 1_000_000);
/** The same limit as in the service. */
export const faceCountNumber = wholeNumber(1, 40);
export const pixelsNumber = wholeNumber(1, 65_535);
export const workersNumber = wholeNumber(1, 256);
const secondsNumber = wholeNumber(1, 3600);

/** Where faces come from. */
export function sourceOptions(command: Command): Command {
  return command
    .option('--url <address>', 'use a server instead of the engine on this machine (FACET_URL)')
    .option('--user-id <id>', 'user id for the server (FACET_USER_ID keeps it off the command line)')
    .option('--workers <n>', 'photos analysed at the same time (default: one per core)', workersNumber)
    .option('--timeout <seconds>', 'timeout of one call to a server (default: 60)', secondsNumber);
}

export function formatOptions(command: Command): Command {
  return command
    .addOption(new Option('--json', 'one JSON value per line').conflicts('csv'))
    .addOption(new Option('--csv', 'comma-separated values with a header row'));
}

/** For commands that may run long. */
export function runOptions(command: Command, resume: string): Command {
  return command.option('--resume <file>', resume).option('-q, --quiet', 'no progress bar and no summary');
}

export const RESUME =
  'also store each result in this file; after Ctrl-C, the same command continues from there';

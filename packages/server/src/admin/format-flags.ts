import { Option, type Command } from 'commander';
import type { Format } from './output.js';

export interface FormatFlags {
  readonly csv?: true;
  readonly json?: true;
}

export const formatFlags = (command: Command): Command =>
  command
    .addOption(new Option('--csv', 'write CSV instead of a table').conflicts('json'))
    .addOption(new Option('--json', 'write JSON instead of a table'));

export const formatOf = ({ csv, json }: FormatFlags): Format =>
  csv === true ? 'csv' : json === true ? 'json' : 'table';

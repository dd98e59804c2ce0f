import type { Command } from 'commander';

/** The words that may follow `facet`. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** The values of its argument, where there are only some, or the commands below it. */
  readonly values: readonly string[];
}

export interface OptionWords {
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
}

/** Read from the program itself, so that completion never lags behind it. */
export function commandWords(program: Command): CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [
      ...command.options.map(({ long, description, required }) => ({
        long: long ?? '',
        description,
        takesValue: required,
      })),
      { long: '--help', description: 'show options and examples', takesValue: false },
    ],
    values: [
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      ...command.commands.map((below) => below.name()),
    ],
  }));
}

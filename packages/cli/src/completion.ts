import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof SHELLS)[number];

export function completionScript(shell: ShellName, program: Command): string {
  return WRITERS[shell](commandWords(program));
}

const WRITERS: Readonly<Record<ShellName, (commands: readonly CommandWords[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const names = (commands: readonly CommandWords[]): string =>
  [...commands.map(({ name }) => name), 'help'].join(' ');

function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.map(
    ({ name, options, values }) =>
      `    ${name}) options="${options.map(({ long }) => long).join(' ')}"; values="${values.join(' ')}" ;;`,
  );
  return `# bash completion for facet
_facet() {
  local word="\${COMP_WORDS[COMP_CWORD]}" options="" values=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names(commands)} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    help) values="${names(commands)}" ;;
  esac
  case "$word" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
    *)
      if [ -n "$values" ]; then
        COMPREPLY=($(compgen -W "$values" -- "$word"))
      else
        compopt -o filenames 2> /dev/null
        COMPREPLY=($(compgen -f -- "$word"))
      fi
      ;;
  esac
}
complete -F _facet facet
`;
}

/** Within single quotes; brackets and colons have a meaning of their own to zsh. */
const zshText = (text: string): string => text.replaceAll("'", "'\\''").replace(/[[\]:]/g, '\\$&');

function zshScript(commands: readonly CommandWords[]): string {
  const described = commands.map(({ name, description }) => `    '${name}:${zshText(description)}'`);
  const cases = commands.map(({ name, options, values }) => {
    const specs = options.map(
      ({ long, description, takesValue }) =>
        `'${long}[${zshText(description)}]${takesValue ? ':value:_files' : ''}'`,
    );
    const rest = values.length > 0 ? `'*:value:(${values.join(' ')})'` : "'*:file:_files'";
    return `    ${name}) _arguments ${[...specs, rest].join(' ')} ;;`;
  });
  return `#compdef facet
_facet() {
  local -a commands
  commands=(
${described.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local chosen="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$chosen" in
${cases.join('\n')}
    help) _describe 'command' commands ;;
  esac
}
if [ "$funcstack[1]" = "_facet" ]; then _facet "$@"; else compdef _facet facet; fi
`;
}

const fishText = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

function fishScript(commands: readonly CommandWords[]): string {
  const lines = commands.flatMap(({ name, description, options, values }) => [
    `complete -c facet -n __fish_use_subcommand -f -a ${name} -d ${fishText(description)}`,
    ...options.map(
      (option) =>
        `complete -c facet -n '__fish_seen_subcommand_from ${name}' -l ${option.long.slice(2)}${option.takesValue ? ' -r' : ''} -d ${fishText(option.description)}`,
    ),
    ...(values.length > 0
      ? [`complete -c facet -n '__fish_seen_subcommand_from ${name}' -f -a '${values.join(' ')}'`]
      : []),
  ]);
  return `# fish completion for facet\n${lines.join('\n')}\n`;
}

/** The words that may follow `facet`. */
interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** The values of its argument, where there are only some, or the commands below it. */
  readonly values: readonly string[];
}

interface OptionWords {
  readonly long: string;
  readonly description: string;
  readonly takesValue: boolean;
}

/** Read from the program itself, so that completion never lags behind it. */
function commandWords(program: Command): CommandWords[] {
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

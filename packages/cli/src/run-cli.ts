import { CommanderError } from 'commander';
import { RunError, UsageError, EXIT, type CommandEnd, type ExitCode, type Shell } from './shell.js';
import { coloursFor, printableLines } from './output/terminal.js';
import { buildProgram } from './program.js';

/** Runs one command line. Nothing is thrown: errors go to standard error and decide the exit code. */
export async function runCli(argv: readonly string[], shell: Shell): Promise<CommandEnd> {
  let end: CommandEnd = EXIT.done;
  const program = buildProgram(shell, (how) => {
    end = how;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return end;
  } catch (error) {
    // Commander has already printed its own errors.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const { code, message } = await judge(error);
    const colours = coloursFor(shell.stderr, shell.env);
    shell.stderr.write(`${colours.red('facet:')} ${printableLines(message)}\n`);
    return code;
  }
}

async function judge(error: unknown): Promise<{ code: ExitCode; message: string }> {
  if (error instanceof UsageError) return { code: EXIT.usage, message: error.message };
  if (error instanceof RunError) return { code: EXIT.failed, message: error.message };
  // Loaded only here: help and completion need neither the engine nor the client.
  const { fatalErrorAdvice, failureOf } = await import('./source/photo-error.js');
  const failure = failureOf(error);
  const advice = fatalErrorAdvice(failure);
  return { code: EXIT.failed, message: `${failure.message}${advice === undefined ? '' : ` ${advice}`}` };
}

/** Runs one command with its arguments: for the command line, and for the console, which runs the same commands. */
import { runCommand } from 'citty';
import { rejectUnknownArguments, withNegatives } from './arguments';
import type { Output, SlipwayCommand, Terminal } from './command';

/** @throws `invalid_input` for unknown arguments, and what the command throws */
export async function invoke(
  name: string,
  command: SlipwayCommand,
  rawArgs: readonly string[],
  terminal: Terminal,
): Promise<Output> {
  rejectUnknownArguments(name, rawArgs, command.args, command.takesMany);
  const { result } = await runCommand(command.definition, {
    rawArgs: withNegatives(rawArgs),
    data: terminal,
  });
  return result as Output;
}

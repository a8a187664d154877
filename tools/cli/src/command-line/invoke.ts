/** Runs one command with its arguments: for the command line, and for the console, which runs the same commands. */
import { runCommand } from 'citty';
import { isAppError } from '@slipway/contracts';
import { rejectUnknownArguments, withNegatives } from './arguments';
import type { Output, SlipwayCommand, Terminal } from './command';
import { withTypedNames } from './typedNames';

/** @throws `invalid_input` for unknown arguments, and what the command throws */
export async function invoke(
  name: string,
  command: SlipwayCommand,
  rawArgs: readonly string[],
  terminal: Terminal,
): Promise<Output> {
  rejectUnknownArguments(name, rawArgs, command.args, command.takesMany);
  try {
    const { result } = await runCommand(command.definition, {
      rawArgs: withNegatives(rawArgs),
      data: terminal,
    });
    const output = result as Output;
    return { ...output, text: withTypedNames(output.text, rawArgs) };
  } catch (error) {
    if (isAppError(error)) error.message = withTypedNames(error.message, rawArgs);
    throw error;
  }
}

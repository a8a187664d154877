/** What a command of `slipway` is: arguments as citty reads them, examples for its help, and a result for people and for programs. */
import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs } from 'citty';
import type { Workspace } from '../environment/workspace';

/** The world a command runs in; a test brings its own. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  workspace: () => Workspace;
  /** Whether a person is there to answer. */
  isInteractive: boolean;
  ask(question: string): Promise<string>;
  /** A passing word about what is going on; nobody depends on it. */
  progress(line: string): void;
  /** What a command that goes on has to tell meanwhile: text, or JSON in one line. */
  say(output: Output): void;
  /** Resolves when a person stops the command, by Ctrl-C or a signal. */
  interrupted(): Promise<void>;
}

export interface Output {
  /** What a person reads. */
  text: string;
  /** What `--json` prints. */
  data: unknown;
}

export interface SlipwayCommand {
  definition: CommandDef;
  args: ArgsDef;
  examples: readonly string[];
  /** Whether it takes any number of words, such as slices. */
  takesMany: boolean;
}

const json = { json: { type: 'boolean', default: false, description: 'Print JSON for a program' } } as const;

/** For a command that changes what an environment runs. */
export const writing = {
  reason: {
    type: 'string',
    valueHint: 'text',
    description: 'Why; it asks where a person is there to answer',
  },
  'dry-run': { type: 'boolean', default: false, description: 'Say what would happen, and write nothing' },
} as const;

export const environmentArg = {
  env: { type: 'string', valueHint: 'name', required: true, description: 'The environment' },
} as const;

export function slipwayCommand<const Args extends ArgsDef>(command: {
  meta: { name: string; description: string };
  args: Args;
  examples: readonly string[];
  takesMany?: boolean;
  run: (args: ParsedArgs<Args>, terminal: Terminal) => Promise<Output>;
}): SlipwayCommand {
  const args: ArgsDef = { ...command.args, ...json };
  const definition = defineCommand({
    meta: command.meta,
    args,
    run: (context) => command.run(context.args as ParsedArgs<Args>, context.data as Terminal),
  });
  return { definition, args, examples: command.examples, takesMany: command.takesMany ?? false };
}

/** Defines a command of `slipway`: its arguments for citty, its examples, and its result for users and for programs. */
import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs } from 'citty';
import type { ErrorCode } from '@slipway/contracts';
import type { Workspace } from '../environment/workspace';
import type { Advice } from '../policy/advice';

/** Everything a command uses from its process; tests bring their own. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  /** When the command started, as `performance.now()`; by default, when it is called. */
  startedAt?: number;
  workspace: () => Workspace;
  /** Whether a user can answer `ask`. */
  isInteractive: boolean;
  ask(question: string): Promise<string>;
  /** Shows progress, which the next line may overwrite. */
  progress(line: string): void;
  /** Prints output while a command runs: text, or one line of JSON. */
  print(output: Output): void;
  /** Resolves when the user stops the command, with Ctrl-C or a signal. */
  interrupted(): Promise<void>;
  /** The advice in rejections; the command line's by default. */
  advice?: Advice;
}

export interface Output {
  /** For users. */
  text: string;
  /** For programs: printed with `--json`. */
  data: unknown;
  /** Decides the exit code of a command that prints its output although a part failed. */
  failure?: ErrorCode;
  /** Whether the text of a failure goes to standard error, like an error message. */
  isErrorText?: boolean;
}

export interface SlipwayCommand {
  definition: CommandDef;
  meta: { name: string; description: string };
  args: ArgsDef;
  examples: readonly string[];
  /** Whether it takes any number of positional arguments. */
  takesMany: boolean;
}

const json = { json: { type: 'boolean', default: false, description: 'Print JSON' } } as const;

export const dryRun = {
  'dry-run': { type: 'boolean', default: false, description: 'Print what would happen, and write nothing' },
} as const;

/** For a command that changes what an environment runs. */
export const deployArgs = {
  reason: {
    type: 'string',
    valueHint: 'text',
    description: 'Why the change is made; asked for in an interactive terminal',
  },
  plan: {
    type: 'boolean',
    default: false,
    description: 'Write a plan for others to approve, and deploy nothing',
  },
  'break-glass': {
    type: 'boolean',
    default: false,
    description:
      'Bypass approvals, freezes, the minimum time and evidence, for deployers whom the policy lists',
  },
  ...dryRun,
} as const;

export const environmentArg = {
  env: { type: 'string', valueHint: 'name', required: true, description: 'The environment' },
} as const;

export function slipwayCommand<const Args extends ArgsDef>(command: {
  meta: SlipwayCommand['meta'];
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
  const { meta, examples, takesMany = false } = command;
  return { definition, meta, args, examples, takesMany };
}

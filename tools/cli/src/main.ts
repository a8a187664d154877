/** `slipway <command>`: finds the command, validates its arguments, runs it, and prints its result or its error. */
import { AppError, isAppError } from '@slipway/contracts';
import { ask } from './command-line/ask';
import type { Output, Terminal } from './command-line/command';
import { commands } from './command-line/commands';
import { exitCodes } from './command-line/exitCodes';
import { help, listOf, overview } from './command-line/help';
import { invoke } from './command-line/invoke';
import { resolveLocalhostNames } from './command-line/localhostNames';
import { suggestionFor } from './command-line/suggestion';
import { findWorkspace } from './environment/workspace';
import manifest from '../package.json' with { type: 'json' };

export interface Streams {
  out(text: string): void;
  error(text: string): void;
}

const standard: Streams = {
  out: (text) => {
    console.log(text);
  },
  error: (text) => {
    console.error(text);
  },
};

/** Returns the exit code; see `exitCodes`. */
export async function main(
  argv: readonly string[],
  streams: Streams = standard,
  terminal: Terminal = realTerminal(streams, argv.includes('--json')),
): Promise<number> {
  resolveLocalhostNames();
  const isJson = argv.includes('--json');
  let hasPrinted = false;
  const counting: Terminal = {
    startedAt: performance.now(),
    ...terminal,
    print(output) {
      hasPrinted = true;
      terminal.print(output);
    },
  };
  // A command that prints while it runs prints one line of JSON for each event, also for the last one.
  const json = (data: unknown) => JSON.stringify(data, null, hasPrinted ? 0 : 2);
  try {
    const { text, data, failure, isErrorText } = await run(argv, counting);
    if (failure && isErrorText && !isJson) streams.error(`slipway: ${text}`);
    else streams.out(isJson ? json(data) : text);
    return failure ? exitCodes[failure] : 0;
  } catch (error) {
    const { code, message } = asFailure(error);
    if (isJson) streams.out(json({ error: { code, message } }));
    else streams.error(`slipway: ${message}`);
    if (terminal.env['SLIPWAY_DEBUG']) streams.error(stackOf(error));
    return exitCodes[code];
  }
}

async function run(argv: readonly string[], terminal: Terminal): Promise<Output> {
  const [first, second] = argv;
  if (first === 'help' && second !== undefined && !second.startsWith('-'))
    return run([...argv.slice(1), '--help'], terminal);
  if (!first || ['--help', '-h', 'help'].includes(first))
    return { text: overview(), data: Object.keys(commands) };
  if (first === '--version') return versions();
  const group = Object.keys(commands).filter((known) => known.startsWith(`${first} `));
  const hasSecond = second !== undefined && !second.startsWith('-');
  if (group.length > 0 && !hasSecond) {
    const wrong = argv.slice(1).find((argument) => !['--help', '-h', '--json'].includes(argument));
    if (wrong === undefined) return { text: listOf(group), data: group };
    throw new AppError(
      'invalid_input',
      `slipway ${first} has no option ${wrong}: name one of its commands, such as slipway ${group[0] ?? ''}`,
    );
  }
  const name = group.length > 0 && hasSecond ? `${first} ${second}` : first;
  const entry = commands[name];
  if (!entry) throw unknownCommand(name);
  const rawArgs = argv.slice(name.split(' ').length);
  const { default: command } = await entry.load();
  if (rawArgs.includes('--help') || rawArgs.includes('-h')) return help(command);
  return invoke(name, command, rawArgs, terminal);
}

function unknownCommand(name: string): AppError {
  const similar = suggestionFor(name, Object.keys(commands));
  const hint = similar === undefined ? '' : ` (did you mean slipway ${similar}?)`;
  return new AppError('invalid_input', `There is no command ${name}${hint}: slipway --help lists all`);
}

function versions(): Output {
  const data = { slipway: manifest.version, node: process.versions.node };
  return { text: `slipway ${data.slipway}, Node.js ${data.node}`, data };
}

function asFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isArgumentError = error instanceof Error && error.name === 'CLIError';
  return isArgumentError
    ? new AppError('invalid_input', message)
    : new AppError('unexpected', `${message.split('\n')[0] ?? ''} (set SLIPWAY_DEBUG=1 for the stack trace)`);
}

/** With the causes, such as the error of a bucket, but not their other fields: those of a request can be secret. */
function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${stackOf(error.cause)}`;
}

const realTerminal = ({ out, error }: Streams, isJson: boolean): Terminal => ({
  env: process.env,
  startedAt: 0, // with the process: loading the command line takes time, too
  workspace: () => findWorkspace(process.cwd(), process.env),
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  ask: (question) => ask(question, process.stdin, process.stderr),
  progress(line) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${line}`);
    else if (process.env['SLIPWAY_DEBUG']) error(line);
  },
  print({ text, data }) {
    out(isJson ? JSON.stringify(data) : text);
  },
  interrupted: () =>
    new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => {
          resolve();
        });
      }
    }),
});

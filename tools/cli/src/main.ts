/** `slipway <command>`: finds the command, refuses what it does not take, runs it, and tells a failure in one sentence. */
import { createInterface } from 'node:readline/promises';
import { stripVTControlCharacters } from 'node:util';
import { renderUsage, runCommand } from 'citty';
import { AppError, isAppError } from '@slipway/contracts';
import { refuseUnknown } from './command-line/arguments';
import type { Output, SlipwayCommand, Terminal } from './command-line/command';
import { exitCodes } from './command-line/exitCodes';
import { table } from './command-line/text';
import { findWorkspace } from './environment/workspace';

interface Entry {
  description: string;
  load: () => Promise<{ default: SlipwayCommand }>;
}

/** Each is loaded when it is asked for. */
const commands: Readonly<Record<string, Entry>> = {
  build: { description: 'Build slices', load: () => import('./commands/build') },
  publish: { description: 'Put builds into a release store', load: () => import('./commands/publish') },
  check: {
    description: 'Say whether slices fit what an environment runs',
    load: () => import('./commands/check'),
  },
  deploy: { description: 'Make slices what an environment runs', load: () => import('./commands/deploy') },
  promote: {
    description: 'Give one environment what another one runs',
    load: () => import('./commands/promote'),
  },
  rollback: { description: 'Run again what ran before', load: () => import('./commands/rollback') },
  dev: {
    description: 'Run slices from source, among what an environment runs',
    load: () => import('./commands/dev'),
  },
  canary: {
    description: 'Give a share of the visitors a newer release',
    load: () => import('./commands/canary'),
  },
  status: { description: 'What every environment runs', load: () => import('./commands/status') },
  history: {
    description: 'What an environment ran, who changed it, and why',
    load: () => import('./commands/history'),
  },
  diff: {
    description: 'What differs between two environments or revisions',
    load: () => import('./commands/diff'),
  },
  prune: {
    description: 'Remove releases that nothing names any more',
    load: () => import('./commands/prune'),
  },
  doctor: { description: 'Say whether environments are well', load: () => import('./commands/doctor') },
  'env create': { description: 'Write a new environment file', load: () => import('./commands/envCreate') },
  'env set': {
    description: 'Change a field of an environment file',
    load: () => import('./commands/envSet'),
  },
  'env hosting': {
    description: 'Write the configurations of its web server',
    load: () => import('./commands/envHosting'),
  },
  'env show': { description: 'An environment, as its file says', load: () => import('./commands/envShow') },
};

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

/** The exit code; see `exitCodes`. */
export async function main(
  argv: readonly string[],
  streams: Streams = standard,
  terminal: Terminal = realTerminal(streams, argv.includes('--json')),
): Promise<number> {
  const isJson = argv.includes('--json');
  try {
    const { text, data } = await answer(argv, terminal);
    streams.out(isJson ? JSON.stringify(data, null, 2) : text);
    return 0;
  } catch (error) {
    const { code, message } = asFailure(error);
    if (isJson) streams.out(JSON.stringify({ error: { code, message } }, null, 2));
    else streams.error(`slipway: ${message}`);
    if (terminal.env['SLIPWAY_DEBUG'])
      streams.error(error instanceof Error ? (error.stack ?? '') : String(error));
    return exitCodes[code];
  }
}

async function answer(argv: readonly string[], terminal: Terminal): Promise<Output> {
  const [first, second] = argv;
  if (!first || ['--help', '-h', 'help'].includes(first))
    return { text: overview(), data: Object.keys(commands) };
  const name = first === 'env' && second && !second.startsWith('-') ? `${first} ${second}` : first;
  const entry = commands[name];
  if (!entry) {
    const known = Object.keys(commands).join(', ');
    throw new AppError('invalid_input', `There is no command ${name}: there are ${known}`);
  }
  const rawArgs = argv.slice(name.split(' ').length);
  const { default: command } = await entry.load();
  if (rawArgs.includes('--help') || rawArgs.includes('-h')) return { text: await help(command), data: null };
  refuseUnknown(name, rawArgs, command.args, command.takesMany);
  const { result } = await runCommand(command.definition, { rawArgs: [...rawArgs], data: terminal });
  return result as Output;
}

const overview = () =>
  [
    'Ship slices, and decide what each environment runs.',
    '',
    table(Object.entries(commands).map(([name, { description }]) => [`  slipway ${name}`, description])),
    '',
    'slipway <command> --help says more. Exit codes: 0 done, 1 our fault, 2 what was typed, 3 not found, 4 conflict, 5 refused by the check, 6 credentials, 7 network.',
  ].join('\n');

const help = async ({ definition, examples }: SlipwayCommand) =>
  `${stripVTControlCharacters(await renderUsage(definition))}\nEXAMPLES\n\n${examples.map((line) => `  ${line}`).join('\n')}`;

function asFailure(error: unknown): AppError {
  if (isAppError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const isTyped = error instanceof Error && error.name === 'CLIError';
  return isTyped
    ? new AppError('invalid_input', message)
    : new AppError('unexpected', `${message.split('\n')[0] ?? ''} (SLIPWAY_DEBUG=1 shows where)`);
}

const realTerminal = ({ out, error }: Streams, isJson: boolean): Terminal => ({
  env: process.env,
  workspace: () => findWorkspace(process.cwd(), process.env),
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
  progress(line) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${line}`);
    else if (process.env['SLIPWAY_DEBUG']) error(line);
  },
  say({ text, data }) {
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

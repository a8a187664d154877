/**
 * `slipway keys rotate [name]`: replaces a key of the embedded backend, in the folder of its server. The code is the
 * server's and is not part of the published package: it is found in the workspace.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@slipway/contracts';
import { dryRun, slipwayCommand, type Terminal } from '../command-line/command';
import { table } from '../command-line/text';

/** The exports of `@slipway/local/keys`. */
interface BackendKeys {
  keysOfInstallation(env: NodeJS.ProcessEnv): {
    name: string;
    id: string;
    since: string | null;
    previous: { id: string; until: string | null }[];
  }[];
  isKeyName(name: string): boolean;
  rotate(
    env: NodeJS.ProcessEnv,
    request: {
      name: string;
      overlap: number | undefined;
      isDryRun: boolean;
      progress: (line: string) => void;
    },
  ): Promise<{
    name: string;
    id: string | undefined;
    previousId: string | undefined;
    overlap?: number;
    rows?: { changed: number; unreadable: number };
    isContinued?: boolean;
    isServer: boolean;
  }>;
}

type Rotation = Awaited<ReturnType<BackendKeys['rotate']>>;

/** @throws `not_found` outside of the workspace of the server */
async function backendKeys({ workspace }: Terminal): Promise<BackendKeys> {
  const { root } = workspace();
  let path: string;
  try {
    path = createRequire(join(root, 'package.json')).resolve('@slipway/local/keys');
  } catch (cause) {
    throw new AppError('not_found', `${root} does not contain the server: run the command in its workspace`, {
      cause,
    });
  }
  // The server is TypeScript source.
  const compiler = createRequire(path).resolve('@slipway/server/compiled');
  const { importCompiled } = (await import(pathToFileURL(compiler).href)) as {
    importCompiled: (entry: string) => Promise<BackendKeys>;
  };
  return importCompiled(path);
}

const units = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Seconds. @throws `invalid_input` */
function secondsOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return Number(count) * units[unit as keyof typeof units];
  if (text === '0') return 0;
  throw new AppError(
    'invalid_input',
    `--overlap is "${text}": it must be 0, or a time such as 30m, 12h or 7d`,
  );
}

const durationOf = (seconds: number): string => {
  const unit = (['d', 'h', 'm'] as const).find((name) => seconds % units[name] === 0) ?? 's';
  return `${String(seconds / units[unit])}${unit}`;
};

const count = (rows: number, text: string) => `${String(rows)} ${rows === 1 ? 'row' : 'rows'} ${text}`;

function report({ name, id, previousId, overlap, rows, isContinued, isServer }: Rotation): string {
  const what = isContinued
    ? `The ${name} key is now ${id ?? ''}. This finished an earlier rotation`
    : `The ${name} key is now ${id ?? ''}, instead of ${previousId ?? 'none'}`;
  const rest = rows
    ? [
        count(rows.changed, 'encrypted again'),
        ...(rows.unreadable > 0
          ? [count(rows.unreadable, 'encrypted with an unknown key, and left as they are')]
          : []),
      ]
    : [
        overlap
          ? `The earlier key works for ${durationOf(overlap)} after the next start`
          : 'The earlier key is dropped',
      ];
  const next = isServer ? 'Restart every server of this database now' : 'Start the server again';
  return [what, ...rest.map((line) => `  ${line}`), `  ${next}`].join('\n');
}

const planOf = ({ name, previousId, overlap, isContinued }: Rotation): string =>
  isContinued
    ? `The rotation of the ${name} key would be finished (dry run, nothing was written)`
    : `The ${name} key ${previousId ?? ''} would be replaced${overlap ? `, and work for ${durationOf(overlap)}` : ''} (dry run, nothing was written)`;

export default slipwayCommand({
  meta: { name: 'slipway keys rotate', description: "List the keys of the server's backend, or replace one" },
  args: {
    name: {
      type: 'positional',
      required: false,
      description: 'jwt, publishable, secret or encryption; without it, the keys are listed',
    },
    overlap: {
      type: 'string',
      valueHint: 'duration',
      description:
        'How long the earlier key works: 0, 30m, 12h, 7d. Default: jwt 65m, publishable 30d, secret 0',
    },
    ...dryRun,
  },
  examples: [
    'slipway keys rotate',
    'slipway keys rotate jwt',
    'slipway keys rotate jwt --overlap 0',
    'slipway keys rotate secret --overlap 1h',
    'slipway keys rotate encryption',
  ],
  async run({ name, overlap, 'dry-run': isDryRun }, terminal) {
    if (!name && overlap) throw new AppError('invalid_input', '--overlap needs the name of a key');
    const seconds = overlap ? secondsOf(overlap) : undefined;
    const { env, progress } = terminal;
    const backend = await backendKeys(terminal);
    if (!name) {
      const keys = backend.keysOfInstallation(env);
      const rows = keys.flatMap(({ name: key, id, since, previous }) => [
        [key, id, since ? `since ${since.slice(0, 10)}` : ''],
        ...previous.map((one) => [
          '',
          one.id,
          one.until ? `works until ${one.until.slice(0, 16)}Z` : 'works',
        ]),
      ]);
      return { text: table(rows), data: keys };
    }
    if (!backend.isKeyName(name)) {
      throw new AppError(
        'invalid_input',
        `There is no key ${name}: use jwt, publishable, secret or encryption`,
      );
    }
    if (overlap && name === 'encryption') {
      throw new AppError(
        'invalid_input',
        'The encryption key has no --overlap: every row is encrypted again',
      );
    }
    const rotation = await backend.rotate(env, { name, overlap: seconds, isDryRun, progress });
    return { text: isDryRun ? planOf(rotation) : report(rotation), data: rotation };
  },
});

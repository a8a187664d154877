/**
 * `slipway upgrade [<shell>] --env`: what keeps an environment from a newer shell: the slices that were built for another
 * contract, or for another version of a shared package, with their teams and what each has to do.
 */
import satisfies from 'semver/functions/satisfies.js';
import { AppError, type ShellRelease, type SliceRelease } from '@slipway/contracts';
import { environmentArg, slipwayCommand, type Terminal } from '../command-line/command';
import { chooseRelease } from '../command-line/slices';
import { count, shortVersion, table } from '../command-line/text';
import { currentComposition } from '../composition/read';
import { releasesIn } from '../composition/selection';
import { rejectFamily } from '../environment/previews';
import { publishedRelease } from '../release/candidate';

interface Blocker {
  slice: string;
  owner: string;
  /** `contract`, or a shared package. */
  needs: string;
  /** The version or range that it was built for, and the one of the shell; null where the shell does not have it. */
  builtFor: string;
  shellHas: string | null;
  action: string;
}

/** Each reason why a slice cannot run in the shell. */
export function blockersOf(
  shell: ShellRelease,
  { id: slice, owner, contract, requires }: SliceRelease,
): Blocker[] {
  const of = { slice, owner };
  const supported = shell.contracts.join(', ');
  const ofContract = shell.contracts.includes(contract)
    ? []
    : [
        {
          ...{ ...of, needs: 'contract', builtFor: String(contract), shellHas: supported },
          action: `build ${slice} for contract ${supported}, or release a shell that hosts ${String(contract)} too`,
        },
      ];
  const ofPackages = Object.entries(requires).flatMap(([name, range]) => {
    const provided = shell.provides[name];
    if (provided !== undefined && satisfies(provided, range)) return [];
    const action =
      provided === undefined
        ? `bundle ${name} in ${slice}, or stop using it`
        : `install ${name}@${provided} in ${slice}, build and deploy it together with the shell`;
    return [{ ...of, needs: name, builtFor: range, shellHas: provided ?? null, action }];
  });
  return [...ofContract, ...ofPackages];
}

async function shellOf(argument: string, env: string, terminal: Terminal): Promise<ShellRelease> {
  const workspace = terminal.workspace();
  const store = await workspace.store(workspace.environment(env));
  const { id, version, candidate } = await chooseRelease(workspace, store, argument);
  const { release } = candidate ?? (await publishedRelease(store, id, version));
  if (release.kind === 'shell') return release;
  throw new AppError(
    'invalid_input',
    `${argument} is a slice: name a shell, such as shell or shell@1a2b3c4d`,
  );
}

export default slipwayCommand({
  meta: { name: 'slipway upgrade', description: 'Show which slices hold back a newer shell' },
  args: {
    shell: {
      type: 'positional',
      required: false,
      default: 'shell',
      description: 'The shell: its build by default, or a release such as shell@1a2b3c4d',
    },
    ...environmentArg,
  },
  examples: ['slipway upgrade --env staging', 'slipway upgrade shell@1a2b3c4d --env production --json'],
  async run({ shell: argument, env }, terminal) {
    const workspace = terminal.workspace();
    const environment = workspace.environment(env);
    rejectFamily(environment);
    const shell = await shellOf(argument, env, terminal);
    const store = await workspace.store(environment);
    const composition = await currentComposition(store, environment.name);
    if (!composition) throw new AppError('not_found', `${env} runs nothing yet`);
    const published = await Promise.all(
      releasesIn(composition).map(({ id, version }) => publishedRelease(store, id, version)),
    );
    const blockers = published.flatMap(({ release }) =>
      release.kind === 'slice' ? blockersOf(shell, release) : [],
    );
    const version = shortVersion(shell.version);
    return {
      text:
        blockers.length === 0
          ? `Nothing in ${env} holds back the shell ${version}`
          : [
              `${count(new Set(blockers.map(({ slice }) => slice)).size, 'slice')} of ${env} cannot run in the shell ${version}`,
              table([
                ['slice', 'team', 'needs', 'built for', 'shell has'],
                ...blockers.map(({ slice, owner, needs, builtFor, shellHas }) => [
                  ...[slice, owner, needs, builtFor, shellHas ?? 'nothing'],
                ]),
              ]),
              ...blockers.map(({ owner, action }) => `${owner}: ${action}`),
            ].join('\n'),
      data: { environment: env, shell: shell.version, blockers },
    };
  },
});

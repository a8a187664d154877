/** `slipway publish <slice…> --env`: uploads builds to an environment's store, without deploying them. */
import { dryRun, environmentArg, slipwayCommand } from '../command-line/command';
import { buildOf, releaseNamed } from '../command-line/slices';
import { shortVersion } from '../command-line/text';
import { fileFailures } from '../checks/files';
import { publishSigned, verifyChosen } from '../trust/publishing';
import { openTrust } from '../trust/open';
import { AppError } from '@slipway/contracts';
import { evidenceFailures } from '../policy/evidence';
import { knownPolicy } from '../policy/known';

export default slipwayCommand({
  meta: { name: 'slipway publish', description: "Upload builds to an environment's release store" },
  args: {
    slice: {
      type: 'positional',
      required: true,
      description: 'Slices under apps/, or paths to slices in other folders',
    },
    ...environmentArg,
    ...dryRun,
  },
  takesMany: true,
  examples: [
    'slipway publish marketplace --env local',
    'slipway publish shell marketplace --env production',
    'slipway publish . --env staging',
  ],
  async run({ _: slices, env, 'dry-run': isDryRun }, terminal) {
    const release = slices.map((slice) => releaseNamed(slice)).find((named) => named !== undefined);
    if (release)
      throw new AppError(
        'invalid_input',
        `${release.id}@${release.start} names a published release, and publish uploads a build: pass ${release.id}, or deploy the release`,
      );
    const workspace = terminal.workspace();
    const environment = workspace.environment(env);
    const store = await workspace.store(environment);
    const trust = await openTrust({ options: workspace.trust, store, environment });
    const candidates = await Promise.all(slices.map((slice) => buildOf(workspace, slice)));
    const failures = (await Promise.all(candidates.map((candidate) => fileFailures(candidate, true)))).flat();
    const policy = trust.isOwn ? undefined : await knownPolicy(trust, environment.name);
    if (policy?.requireEvidence)
      failures.push(
        ...evidenceFailures(
          environment.name,
          candidates.map(({ release }) => release),
        ),
      );
    if (failures.length > 0) throw new AppError('slice_incompatible', failures.join('\n'));

    await verifyChosen(trust, candidates);
    const results = [];
    for (const candidate of candidates) {
      const { id, version } = candidate.release;
      const isSent =
        !isDryRun &&
        (await publishSigned(trust, candidate, ({ done, total }) => {
          terminal.progress(`${id}: ${String(done)} of ${String(total)} files`);
        }));
      results.push({ id, version, isSent });
    }
    const verb = (isSent: boolean) => (isDryRun ? 'would go to' : isSent ? 'published to' : 'is already in');
    return {
      text: results
        .map(({ id, version, isSent }) => `${id} ${shortVersion(version)} ${verb(isSent)} ${store.address}`)
        .join('\n'),
      data: { store: store.address, isDryRun, releases: results },
    };
  },
});

/** Brings a slice's release to staging, and the release that staging runs to production. */
import { must, mustAfter, type Runner } from './runner';

/** Its migration may be on the way: `release.yml` applies it in a job of the same push. */
const MIGRATION_MISSING = /needs migration/;

/** @throws `Error` when the deploy is rejected */
export async function deployToStaging(
  runner: Runner,
  { release, environment, reason }: { release: string; environment: string; reason: string },
): Promise<void> {
  const command = ['npx', 'slipway', 'deploy', release, '--env', environment, '--reason', reason];
  await mustAfter(runner, command, MIGRATION_MISSING);
}

/** The approval is for one release, and staging may have changed since. @throws `Error` when it has, or when it is rejected */
export async function promoteApproved(
  runner: Runner,
  { release, from, to, reason }: { release: string; from: string; to: string; reason: string },
): Promise<void> {
  const [slice = ''] = release.split('@');
  const status = await must(runner, ['npx', 'slipway', 'status', '--env', from, '--json']);
  const [found] = JSON.parse(status.stdout) as [{ parts: { kind: string; app: string; version: string }[] }];
  const part = found.parts.find(({ kind, app }) => kind === 'stable' && app === slice);
  const running = part ? `${part.app}@${part.version}` : 'none';
  if (running !== release)
    throw new Error(`${from} runs ${running} now, not ${release}: approve the run of that release`);
  await must(runner, ['npx', 'slipway', 'promote', slice, '--from', from, '--to', to, '--reason', reason]);
}

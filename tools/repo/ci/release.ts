/**
 * Brings the plan of a push to one environment, in its order. `release.yml` runs it for staging, and after the approval
 * for production.
 */
import { type Plan, stepsOf } from './plan';
import { must, mustAfter, type Runner } from './runner';

export interface Release {
  plan: Plan;
  environment: string;
  /** The environment whose releases are promoted; without one, the build of this checkout is deployed. */
  from: string | undefined;
  reason: string;
  /** The session connection of the environment's database. */
  databaseUrl: string | undefined;
  /** A shell command that runs `$IMAGE` as the service `$SERVICE`. */
  deployService: string | undefined;
  /** The image of a service, as the build job pushed it. */
  imageOf: (service: string) => string;
}

/** @throws `Error` when a step fails: the later ones do not run */
export async function releasePlan(runner: Runner, release: Release): Promise<void> {
  const { plan, environment, from, reason, databaseUrl, deployService } = release;
  const steps = stepsOf(plan);
  runner.say(`${environment}: ${steps.join(', ') || 'nothing to do'}`);
  const database = () => {
    if (!databaseUrl) throw new Error('DATABASE_URL is not set: the secret of the GitHub environment');
    return databaseUrl;
  };

  const run = {
    async migrate() {
      // The CLI applies what the database lacks, in one transaction for each file.
      await must(runner, ['npx', 'supabase', 'db', 'push', `--remote=${database()}`, '--yes']);
    },
    async release() {
      const where = from
        ? ['promote', ...plan.releases, '--from', from, '--to']
        : ['deploy', ...plan.releases, '--env'];
      await must(runner, ['npx', 'slipway', ...where, environment, '--reason', reason]);
    },
    async services() {
      for (const service of plan.services) {
        const image = release.imageOf(service);
        if (deployService)
          await must(runner, ['sh', '-c', deployService], { SERVICE: service, IMAGE: image });
        else runner.say(`DEPLOY_SERVICE is not set: run ${image} as ${service} yourself (docs/hosting.md)`);
      }
    },
    async check() {
      // Slices are released by their own workflows, which run at the same time: wait for them.
      for (const file of plan.migrations)
        await mustAfter(
          runner,
          ['npx', 'slipway', 'check', '--migration', file, '--env', environment],
          /deploy a newer release of/,
        );
    },
  };
  for (const step of steps) await run[step]();
}

/** Approvals and break-glass through the command line: two owners of keys, each with a key file, on one folder. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findWorkspace } from './environment/workspace';
import { main } from './main';
import { shellRelease, sliceRelease } from './testing/releases';
import { openWorkspace, type Ran, type WorkspaceWithStore } from './testing/workspace';

const why = ['--reason', 'a test'];
const staging = ['--env', 'staging'];

/** Runs a command as the platform team, whose keys are in the home folder, or with a key file. */
const as = (place: WorkspaceWithStore, file?: string) => async (argv: readonly string[]) => {
  const env = file === undefined ? {} : { SLIPWAY_SIGNING_KEY_FILE: join(place.root, file) };
  const ran: Ran = { code: 0, out: '', error: '' };
  const streams = {
    out: (text: string) => (ran.out += text),
    error: (text: string) => (ran.error += text),
  };
  ran.code = await main(argv, streams, {
    ...{ env, workspace: () => findWorkspace(place.root, env), isInteractive: false },
    ask: () => Promise.reject(new Error('The terminal is not interactive')),
    ...{ progress: () => undefined, print: () => undefined, interrupted: () => Promise.resolve() },
  });
  return ran;
};

it('plans, approves, deploys, breaks glass and acknowledges; history and status say who', async () => {
  const place = await openWorkspace(undefined, {});
  try {
    const team = as(place);
    const bea = as(place, 'bea.pem');
    const must = async (run: typeof team, ...argv: string[]) => {
      const ran = await run(argv);
      expect({ argv, ...ran }).toMatchObject({ argv, code: 0, error: '' });
      return ran.out;
    };
    await place.build(shellRelease());
    await place.build(sliceRelease());
    await must(team, 'trust', 'init', ...staging, '--name', 'platform team');
    const made = await must(team, 'trust', 'key', '--out', join(place.root, 'bea.pem'), '--json');
    const { publicKey } = JSON.parse(made) as { publicKey: string };
    await must(team, 'trust', 'add', publicKey, '--name', 'Bea', '--approver', ...staging);
    await must(team, 'deploy', 'shell', 'market', ...staging, ...why);
    expect((await bea(['approve', 'staging', '--revision', '1', '--yes'])).error).toBe(
      'slipway: Revision 1 of staging needed no approval and did not break glass: there is nothing to approve',
    );
    place.writeEnvironment('staging', {
      policy: { approvals: { count: 1, by: ['Bea'] }, breakGlass: ['platform team'] },
    });
    await must(team, 'env', 'apply', ...staging, ...why);

    await place.build(sliceRelease({ owner: 'the next team' }));
    const deploy = ['deploy', 'market', ...staging, ...why];
    expect(await team(deploy)).toMatchObject({ code: 5 });
    expect(await must(team, ...deploy, '--dry-run')).toMatch(
      /dry run.*\n.*market .*\nstaging needs 1 approval/,
    );
    const planned = await must(team, ...deploy, '--plan');
    const [, plan = ''] = /^Plan ([0-9a-f]{12}) of staging waits for approvals/.exec(planned) ?? [];
    expect(await team(['approve', 'staging', plan, '--yes'])).toMatchObject({ code: 6 });
    const asked = await bea(['approve', 'staging', plan]);
    expect(asked.code).toBe(2);
    expect(asked.error).toMatch(
      /^\S*\s*planned by platform team: a test\n {2}market \S+ → \S+\nRun the command again with --yes/,
    );
    expect(await must(bea, 'approve', 'staging', plan, '--yes')).toMatch(
      /^Approved plan \S+ of staging\napproved by Bea; planned by platform team: a test\n {2}market /,
    );
    await must(team, ...deploy);
    expect((await bea(['approve', 'staging', plan, '--yes'])).error).toBe(
      `slipway: Plan ${plan} was carried out already, or others have changed slice market since it was made: make a new one with --plan`,
    );
    expect(await must(team, 'history', ...staging, '--limit', '1')).toMatch(
      /platform team {2}a test\n {4}approved by Bea\n {4}market/,
    );
    const now = new Date(await place.store.now()).toISOString();
    expect(await must(team, 'history', ...staging, '--at', now)).toMatch(/approved by Bea/);

    await must(team, 'rollback', 'market', ...staging, '--break-glass', '--reason', 'an outage');
    expect(await must(team, 'history', ...staging, '--limit', '1')).toMatch(/an outage\n {4}break-glass/);
    expect(await must(team, 'status')).toMatch(
      /break-glass in staging: revision 4 of platform team \(an outage\)\. Acknowledge it: slipway approve staging --revision 4/,
    );
    expect(await must(bea, 'approve', 'staging', '--revision', '4', '--yes')).toMatch(
      /^approved by Bea; made by platform team: an outage$/m,
    );
    expect(await must(team, 'status')).not.toMatch(/break-glass/);
  } finally {
    await place.close();
  }
});

/**
 * Sections Keys, Approve and Restore of docs/runbook.md, each command as written (21.6). One file: they share a store of
 * two environments.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pointerKey } from './store/keys';
import { shellRelease } from './testing/releases';
import { blocksOf, inlineOf, type Machine, machine, sectionOf } from './testing/runbook';
import { openFolderStore } from './testing/stores';
import { billingRelease, marketRelease } from './testing/trust';
import { openWorkspace, type WorkspaceWithStore } from './testing/workspace';

let place: WorkspaceWithStore;
let us: Machine;
beforeEach(async () => {
  place = await openWorkspace(openFolderStore, {});
  place.writeEnvironment('production');
  const shell = shellRelease({ chooser: 'before-paint.js', handlesStart: true });
  for (const release of [shell, marketRelease(), billingRelease()]) await place.build(release);
  us = machine(place);
});
afterEach(() => place.close());

const production = '--env production';
const firstDeploy = (environment: string) =>
  us.must(`npx slipway deploy shell market billing --env ${environment} --reason "the first"`);

/** The version of billing in the newest build. */
const published = async () => {
  const text = await us.must(`npx slipway publish billing ${production} --json`);
  return (JSON.parse(text) as { releases: [{ version: string }] }).releases[0].version;
};

describe('Keys', () => {
  const section = sectionOf('Keys');
  const [start = [], drafts = [], owners = [], origin = [], ...none] = blocksOf(section);

  it('a store gets keys, owners and a second signer; keys are rotated, renewed, replaced and revoked (21.6)', async () => {
    expect([none, start.length, drafts.length, owners.length, origin.length]).toEqual([[], 2, 3, 6, 2]);
    const [init = '', add = ''] = start;
    await us.must(init);
    expect(existsSync(join(place.root, add.replace('git add ', '')))).toBe(true);
    await firstDeploy('production');

    const [newKey = '', team = '', ada = '', signs = '', both = '', show = ''] = owners;
    await us.must(newKey);
    await us.must(team.replace('<public key>', '<latest>'));
    await us.must('npx slipway trust key --out keys/ada.pem');
    await us.must(ada.replace('<public key>', '<ada>'));
    await us.must(signs.replace('=ada.pem', '=keys/ada.pem'));
    await us.must(both.replace('<public key>', '<ada>'));
    expect(await us.must(show)).toMatch(/billing team[\s\S]*Ada/);

    // With a threshold of two, the second key holder signs.
    await place.build(billingRelease('plans'));
    await us.must(`npx slipway deploy billing ${production} --reason x`);
    const [
      offline = '',
      daily = '',
      second = '',
      rotate = '',
      renewRoot = '',
      history = '',
      sign = '',
      signRelease = '',
      revoke = '',
      back = '',
      ...rest
    ] = inlineOf(section);
    expect(offline).toContain('--threshold 2'); // the walkthrough runs it
    await us.must(daily);
    const asAda = (line: string) => `SLIPWAY_SIGNING_KEY_FILE=keys/ada.pem ${line}`;
    await us.must(asAda(second.replace('43', '2')));
    expect(await us.must(history)).toContain('Ada');

    await us.must('npx slipway trust key --out keys/ada-2.pem');
    await us.must(
      `SLIPWAY_SIGNING_KEY_FILE=.slipway/trust/keys/targets.pem:keys/ada-2.pem ${rotate.replace('<old id>', '<id of ada>').replace('<new public key>', '<ada-2>')}`,
    );
    await us.must(`npx slipway trust renew ${production}`);
    await us.must(renewRoot);
    await us.must(`npx slipway trust renew ${production} --role targets`);

    // Ada's key was stolen.
    const bea = 'SLIPWAY_SIGNING_KEY_FILE=keys/bea.pem';
    await us.must('npx slipway trust key --out keys/bea.pem');
    await us.must(`npx slipway trust add <bea> --name Bea ${production}`);
    await us.must(`npx slipway trust add <bea> --name Bea --slice billing ${production}`);
    await us.must(`${bea} ${sign}`);
    await us.must(`${bea} ${sign} --revision 1`);
    await us.must(`${bea} ${signRelease.replace('1a2b3c4d', (await published()).slice(0, 8))}`);
    await us.must(revoke.replace('<id>', '<id of ada-2>'));
    await us.must(`npx slipway trust renew ${production}`);
    const rejected = await us.run(`SLIPWAY_SIGNING_KEY_FILE=keys/ada-2.pem ${back.replace('41', '1')}`);
    expect(rejected.code).toBe(6);

    // The running revision was altered.
    await us.must(back.replace('41', '1'));
    await us.must(`${bea} npx slipway trust sign ${production}`);
    expect(rest.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual(['npx slipway verify']);
  }, 60_000);

  it('root keys stay on separate machines: a draft is cosigned and merged (21.6)', async () => {
    for (const name of ['a', 'b']) await us.must(`npx slipway trust key --out keys/${name}.pem`);
    const [init = '', cosign = '', merge = ''] = drafts;
    await us.must(init.replace('<key>,<key>', '<a>,<b>').replace('root-1.json', `${place.root}/root-1.json`));
    for (const [holder, key] of [
      ['ada', 'a'],
      ['bea', 'b'],
    ] as const) {
      const folder = join(place.root, holder);
      execFileSync('mkdir', ['-p', folder]);
      execFileSync('cp', [join(place.root, 'root-1.json'), folder]);
      await us.must(
        cosign
          .replace('/media/a/root.pem', `keys/${key}.pem`)
          .replace('root-1.json', `${folder}/root-1.json`),
      );
    }
    await us.must(merge.replaceAll(/(ada|bea)\/root-1/g, `${place.root}/$1/root-1`));
    await firstDeploy('production');
    expect(await us.must(`npx slipway trust show ${production}`)).toMatch(/root/);
  });
});

it('Approve: a plan is approved and promoted, a canary ends, a broken glass is acknowledged (21.6)', async () => {
  const section = sectionOf('Approve, freeze, break glass');
  const [[plan = '', approve = '', promote = ''] = [], ...none] = blocksOf(section);
  const [
    shown = '',
    approver = '',
    abort = '',
    broken = '',
    acknowledge = '',
    again = '',
    verify = '',
    ...others
  ] = inlineOf(section);
  expect([none, others, again]).toEqual([[], [], acknowledge]);
  await us.must(`npx slipway trust init ${production} --name Ada`);
  expect(await us.must(shown)).toContain('Ada');
  await us.must('npx slipway trust key --out keys/cleo.pem');
  await us.must(approver.replace('<public key>', '<cleo>'));
  await firstDeploy('staging');
  await firstDeploy('production');
  place.writeEnvironment('production', {
    policy: { approvals: { count: 1, by: ['Cleo'] }, breakGlass: ['Ada'] },
  });
  await us.must(`npx slipway env apply ${production} --reason policy`);
  const cleo = (line: string) => us.must(`SLIPWAY_SIGNING_KEY_FILE=keys/cleo.pem ${line}`, 'yes');

  await place.build(billingRelease('plans'));
  await us.must('npx slipway deploy billing --env staging --reason x');
  expect((await us.run(promote)).code).toBe(5);
  const [, id = ''] = /Plan ([0-9a-f]{12})/.exec(await us.must(plan)) ?? [];
  await cleo(approve.replace('1a2b3c4d5e6f', id));
  expect(await us.must(promote)).toContain('production now runs revision 3');

  // A canary needs an approval to begin, and none to end.
  await place.build(billingRelease('canary'));
  const canary = `npx slipway canary billing@${await published()} ${production} --percent 10 --reason x`;
  const [, canaryPlan = ''] = /Plan ([0-9a-f]{12})/.exec(await us.must(`${canary} --plan`)) ?? [];
  await cleo(`npx slipway approve production ${canaryPlan}`);
  await us.must(canary);
  await us.must(abort);

  await us.must(broken);
  const status = await us.must('npx slipway status');
  const [, revision = ''] = /break-glass in production: revision (\d+)/.exec(status) ?? [];
  await cleo(acknowledge.replace('43', revision));
  expect(await us.must('npx slipway status')).not.toContain('break-glass');
  // It reads the address too, which nothing serves here; at night a real one does (e2e/specs/documents).
  expect((await us.run(verify)).error).toMatch(/^slipway: https:\/\/production\.example cannot be reached/);
}, 60_000);

describe('Restore', () => {
  const section = sectionOf('Restore');
  const [again = '', publish = '', init = '', back = '', , , prune = '', ...none] = inlineOf(section);
  const inStore = (...path: string[]) => join(place.address, ...path);
  const doctor = async () => (await us.run(`npx slipway doctor ${production}`)).error;
  const billing = (pattern: RegExp) =>
    readdirSync(place.address, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && file.name === 'page.js')
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => path.includes('/billing/') && pattern.test(path));

  beforeEach(async () => {
    await us.must(`npx slipway trust init ${production}`);
    await firstDeploy('production');
  });

  it('a file of a release is written by publish, one of the public area by a deploy of what runs (21.6)', async () => {
    expect(none).toEqual([]);
    const [file = ''] = billing(/\/releases\//);
    writeFileSync(file, 'altered');
    await place.build(marketRelease('a deploy of another slice'));
    await us.must(`npx slipway deploy market ${production} --reason "another slice"`);
    await us.must(publish);
    expect(readFileSync(file, 'utf8')).not.toBe('altered');

    const [served = ''] = billing(/\/public\//);
    rmSync(dirname(served), { recursive: true });
    expect(await doctor()).toContain(dirname(served));
    await us.must(again.replace('1a2b3c4d', (await published()).slice(0, 8)));
    expect(existsSync(served)).toBe(true);
    expect(await doctor()).not.toContain('page.js');
    await us.must(prune.replace('staging', 'production'));
  });

  it('a lost pointer and an old link are put back (21.6)', async () => {
    // The first revision replaced no other one: the proof tells it from a first deploy that was interrupted.
    const first = inStore(pointerKey('production'));
    const held = readFileSync(first);
    rmSync(first);
    const history = await place.slipway('history', '--env', 'production');
    expect(history).toMatchObject({
      code: 5,
      error: expect.stringContaining('has revision 1 and no current'),
    });
    writeFileSync(first, held);

    await place.build(billingRelease('again'));
    await us.must(`npx slipway deploy billing ${production} --reason x`);
    const folder = dirname(inStore(pointerKey('production')));
    const [, pointer = ''] = /Put `([^`]+)` into/.exec(section) ?? [];
    rmSync(join(folder, 'current.json'));
    expect(await doctor()).toMatch(/FAILED {2}composition/);
    writeFileSync(join(folder, 'current.json'), pointer.replace('41', '2'));
    expect(await doctor()).toMatch(/ok {2}composition: revision 2 is complete/);

    const [, link = ''] = /`(ln [^`]+)`/.exec(section) ?? [];
    execFileSync('sh', ['-c', 'ln -sfn revisions/1 current'], { cwd: folder });
    execFileSync('sh', ['-c', link.replace('41', '2')], { cwd: folder });
    expect(readlinkSync(join(folder, 'current'))).toBe('revisions/2');
  });

  it('a copied store continues where the earlier one stopped, when the file names it (21.6)', async () => {
    const moved = `${place.address}-moved`;
    cpSync(place.address, moved, { recursive: true, verbatimSymlinks: true });
    try {
      place.writeEnvironment('production', { store: moved });
      const doctor = /`(npx slipway doctor [^`]+)`/.exec(sectionOf('Move an environment to another store'));
      expect((await us.run(doctor?.[1] ?? '')).error).toMatch(/ok {2}signatures: revision 1 is signed/);
      await place.build(billingRelease('moved'));
      const text = await us.must(`npx slipway deploy billing ${production} --reason x`);
      expect(text).toContain('production now runs revision 2');
      expect(readlinkSync(join(moved, dirname(pointerKey('production')), 'current'))).toBe('revisions/2');
    } finally {
      rmSync(moved, { recursive: true });
    }
  });

  it('a bad composition is rolled back; a lost store runs again from its commits (21.6)', async () => {
    await place.build(billingRelease('bad'));
    await us.must(`npx slipway deploy billing ${production} --reason x`);
    expect(await us.must(back)).toContain('production now runs revision 3');

    for (const name of readdirSync(place.address)) rmSync(inStore(name), { recursive: true });
    await us.must(init);
    expect(await firstDeploy('production')).toContain('production now runs revision 1');
  });
});

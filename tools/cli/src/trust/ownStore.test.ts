/**
 * Section "Approvals in a clone" of docs/runbook.md, as written, and attacks on it: by the machine's own key, and by keys
 * without a role (21.2).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shellRelease } from '../testing/releases';
import { blocksOf, type Machine, machine, sectionOf } from '../testing/runbook';
import { billingRelease } from '../testing/trust';
import { type TestWorkspace, testWorkspace } from '../testing/workspace';
import { readPrivateKey } from './keys';

const [approvers = [], change = [], end = []] = blocksOf(sectionOf('Approvals in a clone'));

const cleos = 'SLIPWAY_SIGNING_KEY_FILE=.slipway/cleo.pem';
const deployLine = 'npx slipway deploy billing --env staging --reason x';

let place: TestWorkspace;
let us: Machine;

/** Makes a plan for another release of billing. Returns its id. */
async function planOf(line: string): Promise<string> {
  const [, id = ''] = /Plan ([0-9a-f]{12})/.exec(await us.must(line)) ?? [];
  expect(id).not.toBe('');
  return id;
}
const newPlan = async (owner: string, prefix = '') => {
  await place.build(billingRelease(owner));
  return planOf(`${prefix}${deployLine} --plan`);
};

beforeAll(async () => {
  place = testWorkspace('$SLIPWAY_HOME/store', {});
  us = machine(place);
  for (const release of [shellRelease(), billingRelease()]) await place.build(release);
  await us.must('npx slipway deploy shell billing --env staging --reason "the first"');

  const [key = '', add = '', set = '', ...none] = approvers;
  expect(none).toEqual([]);
  await us.must(key);
  await us.must(add.replace('<public key>', '<cleo>'));
  await us.must(set);
  await us.must('npx slipway env apply --env staging --reason policy'); // a server of this machine does it by itself
});
afterAll(() => {
  place.remove();
});

it('a second owner approves, as the runbook says (21.2)', async () => {
  const [plan = '', approve = '', deploy = '', ...none] = change;
  expect(none).toEqual([]);
  await place.build(billingRelease('new prices'));
  expect(await us.run(deploy)).toMatchObject({
    code: 5,
    error: expect.stringMatching(/staging needs 1 approval of Cleo/) as string,
  });
  await us.must(approve.replace('1a2b3c4d5e6f', await planOf(plan)));
  expect(await us.must(deploy)).toContain('staging now runs revision 3');
});

it('shows that its environments need no timestamp', async () => {
  expect(await us.must('npx slipway trust show --env staging')).toMatch(
    /^staging: revision \d+, no timestamp: a machine's own store needs none$/m,
  );
});

it('the key that made a plan does not approve it, by whatever name it is given (21.2)', async () => {
  const plan = await newPlan('alone');
  for (const variables of ['', 'SLIPWAY_SIGNING_KEY_FILE=.slipway/trust/keys/own.pem ']) {
    const own = await us.run(`${variables}npx slipway approve staging ${plan} --yes`);
    expect(own).toMatchObject({
      code: 6,
      error: expect.stringMatching(/approvals for staging are of Cleo/) as string,
    });
  }
  expect((await us.run(deployLine)).code).toBe(5);
});

it('a key that the environment does not name does not approve, deploy or change keys (21.2)', async () => {
  const plan = await newPlan('a stranger');
  await us.must('npx slipway trust key --out .slipway/stranger.pem');
  await us.must('npx slipway trust key --out .slipway/dora.pem');
  await us.must('npx slipway trust add <dora> --name Dora --approver --env staging');
  const as = (name: string, line: string) => us.run(`SLIPWAY_SIGNING_KEY_FILE=.slipway/${name}.pem ${line}`);

  const approve = `npx slipway approve staging ${plan} --yes`;
  expect((await as('stranger', approve)).error).toMatch(/No key here is registered for staging/);
  expect((await as('dora', approve)).error).toMatch(
    /The key here is of Dora, and approvals for staging are of Cleo/,
  );
  for (const name of ['stranger', 'cleo']) {
    expect((await as(name, deployLine)).error).toMatch(/No key here may sign a revision of staging/);
    const add = await as(name, 'npx slipway trust add <stranger> --name Cleo --approver --env staging');
    expect(add).toMatchObject({
      code: 6,
      error: expect.stringMatching(/Role targets needs 1 of the keys/) as string,
    });
  }
  expect((await us.run(deployLine)).code).toBe(5);
});

it('an owner with two roles does not approve a plan of theirs (21.2)', async () => {
  await us.must('npx slipway trust add <cleo> --name Cleo --env staging');
  await us.must('npx slipway trust add <cleo> --name Cleo --slice billing --env staging');
  const plan = await newPlan('by Cleo', `${cleos} `);
  const approve = `npx slipway approve staging ${plan} --yes`;
  expect((await us.run(`${cleos} ${approve}`)).error).toMatch(
    /Cleo made this change, and no author approves/,
  );
  const both = 'SLIPWAY_SIGNING_KEY_FILE=.slipway/cleo.pem:.slipway/trust/keys/own.pem';
  expect((await us.run(`${both} ${approve}`)).error).toMatch(/Cleo made this change, and no author approves/);
  expect((await us.run(`${cleos} ${deployLine}`)).code).toBe(5);
});

it('approvals end by an approved plan (21.2)', async () => {
  const [, plan = '', approve = '', apply = '', ...none] = end;
  expect(none).toEqual([]);
  place.writeEnvironment('staging', { policy: {} });
  expect((await us.run(apply)).code).toBe(5);
  await us.must(approve.replace('1a2b3c4d5e6f', await planOf(plan)));
  await us.must(apply);
  await us.must(deployLine);
});

it("the machine's key counts once, also when it gets a second owner's name as an approver (21.2)", async () => {
  const file = join(place.workspace.home, 'trust/keys/own.pem');
  const own = readPrivateKey(readFileSync(file, 'utf8'), file).key.keyVal['public'] ?? '';
  await us.must(`npx slipway trust add ${own} --name Cleo --approver --env staging`);
  place.writeEnvironment('staging', { policy: { approvals: { count: 1, by: ['Cleo'] } } });
  await us.must('npx slipway env apply --env staging --reason policy');
  const plan = await newPlan('two names');
  const rejected = await us.run(`npx slipway approve staging ${plan} --yes`);
  expect(rejected.error).toMatch(/Cleo made this change, and no author approves/);
  expect((await us.run(deployLine)).code).toBe(5);
});

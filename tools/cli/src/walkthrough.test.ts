/** Runs the walkthrough of docs/runbook.md, each command word for word, on a folder that three teams and two deployers share. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findWorkspace } from './environment/workspace';
import { main } from './main';
import { revisionBase } from './store/keys';
import { billingRelease, marketRelease } from './testing/trust';
import { shellRelease } from './testing/releases';
import { openFolderStore } from './testing/stores';
import { openWorkspace, type Ran, type WorkspaceWithStore } from './testing/workspace';

const runbook = readFileSync(join(import.meta.dirname, '../../../docs/runbook.md'), 'utf8');
const [, walkthrough = ''] = /\n## Walkthrough: keys of three teams\n(.*?)\n## /s.exec(runbook) ?? [];
const blocks = [...walkthrough.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) =>
  block.trim().split('\n'),
);

/** The arguments of a command line; double quotes keep spaces. */
const wordsOf = (line: string) =>
  [...line.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) => word.replaceAll('"', ''));

const variable = /^(SLIPWAY_\w+)=(.*)$/;

/** A machine that runs lines of the runbook and knows the public keys that they printed. */
function machine(place: WorkspaceWithStore) {
  const publicKeys = new Map<string, { keyId: string; publicKey: string }>();
  const inWorkspace = (text: string) =>
    text.replaceAll(
      /(^|[:=])(keys|\.slipway)\//g,
      (_, before: string, folder: string) => `${before}${place.root}/${folder}/`,
    );
  const known = (name: string) => {
    const key = publicKeys.get(name);
    if (!key) throw new Error(`The walkthrough makes no key ${name}`);
    return key;
  };
  const filled = (line: string) =>
    line
      .replaceAll(/<id of ([\w-]+)>/g, (_, name: string) => known(name).keyId.slice(0, 8))
      .replaceAll(/<([\w-]+)>/g, (_, name: string) => known(name).publicKey);

  return async (line: string): Promise<Ran> => {
    const words = wordsOf(filled(line)).map(inWorkspace);
    const variables = words.flatMap((word) =>
      variable.exec(word) ? [variable.exec(word)?.slice(1) ?? []] : [],
    );
    const env = { SLIPWAY_AUTHOR: 'a note', ...(Object.fromEntries(variables) as NodeJS.ProcessEnv) };
    const [npx, slipway, ...argv] = words.slice(variables.length);
    expect([npx, slipway]).toEqual(['npx', 'slipway']);
    const isKey = argv[0] === 'trust' && argv[1] === 'key';
    const ran = { code: 0, out: '', error: '' };
    ran.code = await main(
      isKey ? [...argv, '--json'] : argv,
      { out: (text) => (ran.out += text), error: (text) => (ran.error += text) },
      {
        env,
        workspace: () => findWorkspace(place.root, env),
        isInteractive: false,
        ask: () => Promise.reject(new Error('The terminal is not interactive')),
        progress: () => undefined,
        print: () => undefined,
        interrupted: () => Promise.resolve(),
      },
    );
    if (isKey) {
      const [, name = ''] = /keys\/([\w-]+)\.pem$/.exec(line) ?? [];
      publicKeys.set(name, JSON.parse(ran.out) as { keyId: string; publicKey: string });
    }
    return ran;
  };
}

it('works: three teams, two deployers, a new release, rotation, a stolen key, a stolen root key, an altered store', async () => {
  const place = await openWorkspace(openFolderStore, {});
  place.writeEnvironment('production');
  for (const release of [shellRelease(), marketRelease(), billingRelease()]) await place.build(release);
  const run = machine(place);
  const must = async (line: string) => {
    const ran = await run(line);
    expect({ line, code: ran.code, error: ran.error }).toEqual({ line, code: 0, error: '' });
    return ran.out;
  };
  const [start = [], first = [], release = [], rotation = [], stolen = [], root = [], altered = [], ...none] =
    blocks;
  expect(none).toEqual([]);

  for (const line of [...start, ...first]) await must(line);
  await place.build(billingRelease('the plans team'));
  const stolenKey = 'SLIPWAY_SIGNING_KEY_FILE=keys/ada.pem npx slipway';
  for (const line of release.slice(0, 2)) await must(line);
  expect((await run('npx slipway history --env production --limit 1')).out).toMatch(
    /^1 {2}\S+ {2}(?:Ada and Bea|Bea and Ada)/,
  );
  for (const line of release.slice(2)) await must(line);
  for (const line of rotation) await must(line);
  const oldKey = await run(
    'SLIPWAY_SIGNING_KEY_FILE=keys/market.pem npx slipway trust sign market@latest --env production',
  );
  expect(oldKey.code).not.toBe(0);
  for (const line of stolen) await must(line);
  const refused = await run(`${stolenKey} rollback --env production --to 1 --reason theft`);
  expect(refused).toMatchObject({
    code: 6,
    error: expect.stringMatching(/No key here may sign a revision of production/) as string,
  });
  for (const line of root) await must(line);

  const composition = `${revisionBase('production', 2)}composition.json`;
  await place.store.remove(composition);
  await place.store.create(composition, Buffer.from('{"schema":1'));
  const blocked = await run(
    'SLIPWAY_SIGNING_KEY_FILE=keys/bea.pem npx slipway deploy market --env production --reason x',
  );
  expect(blocked.code).toBe(5);
  expect(blocked.error).toMatch(/composition\.json .*roll back/);
  for (const line of altered) await must(line);
  expect((await run('npx slipway history --env production --limit 1')).out).toMatch(
    /^3 {2}\S+ {2}(?:Ada and Bea|Bea and Ada) {2}the store was altered/,
  );
  await place.close();
}, 60_000);

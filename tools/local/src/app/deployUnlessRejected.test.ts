/** `npm start` while the policy of `local` allows no change: it serves the current revision, and says what waits. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentComposition, LOCAL } from '@slipway/cli';
import { openWorkspace, shellRelease, sliceRelease, type WorkspaceWithStore } from '@slipway/cli/testing';
import { deployLocal } from './deployLocal';

const first = sliceRelease();
const second = sliceRelease({ owner: 'second-team' });
const short = (release: { version: string }) => release.version.slice(0, 8);
const audit = { reason: 'audit', from: '2020-01-01T00:00:00.000Z', to: '2999-01-01T00:00:00.000Z' };

let place: WorkspaceWithStore;
beforeEach(async () => {
  vi.stubEnv('SLIPWAY_OWN_STORE', '1');
  vi.stubEnv('SLIPWAY_AUTHOR', 'Ada');
  place = await openWorkspace();
  writeFile();
  await place.build(shellRelease());
  await place.build(first);
  await start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await place.close();
});

function writeFile(fields: object = {}): void {
  place.writeEnvironment(LOCAL, { address: 'http://127.0.0.1:4990', backend: 'embedded', ...fields });
}

async function start() {
  const lines: string[] = [];
  const address = 'http://127.0.0.1:4990';
  const { revision } = await deployLocal(place.store, {
    ...{ root: place.root, home: place.workspace.home, environment: LOCAL, origin: address },
    ...{ listensAt: address, backend: { url: '/', key: 'sb_publishable_of_local' } },
    say: (line) => lines.push(line),
  });
  const composition = await currentComposition(place.store, LOCAL);
  expect(composition?.revision, 'what the server says that it serves').toBe(revision);
  return { lines, revision, market: composition?.slices['market']?.version };
}

test('a frozen environment is served as it is, with one line about what waits, until the freeze has ended', async () => {
  writeFile({ policy: { freezes: [audit], breakGlass: ['Ada'] } });
  const frozen = await start();
  expect(frozen.lines).toEqual([]);
  await place.build(second);
  for (let time = 0; time < 2; time += 1) {
    const { lines, ...served } = await start();
    expect(served).toEqual({ revision: frozen.revision, market: first.version });
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^local keeps revision 2, without market ${short(first)} → ${short(second)}\\. local is frozen at [^.]+ \\(audit, 2020-01-01T00:00:00Z to 2999-01-01T00:00:00Z\\): wait, or remove the freeze from environments/local\\.json and run npx slipway env apply --env local --break-glass --reason "…"\\. The next npm start tries again$`,
        ),
      ),
    ]);
  }
  writeFile(); // without the freeze
  expect((await start()).lines).toEqual([
    expect.stringContaining(`${short(second)}, policy. local is frozen`),
  ]);
  await place.text('env', 'apply', '--env', LOCAL, '--break-glass', '--reason', 'the audit is over');
  const { lines, market } = await start();
  expect([lines, market]).toEqual([[`local: market ${short(first)} → ${short(second)}`], second.version]);
});

test('without approvals it is served too, and the line says how to get them', async () => {
  writeFile({ policy: { approvals: { count: 1, by: ['Bea'] } } });
  await start();
  await place.build(second);
  const { lines, market } = await start();
  expect(market).toBe(first.version);
  expect(lines).toEqual([
    expect.stringMatching(
      /needs 1 approval of Bea.*: run npx slipway deploy <slice> --env local --plan --reason "…", and ask/,
    ),
  ]);
});

test('a build that cannot run is an error, frozen or not', async () => {
  writeFile({ policy: { freezes: [audit] } });
  await start();
  await place.build(sliceRelease({ contract: 99 }));
  await expect(start()).rejects.toThrow(/contract 99/);
});

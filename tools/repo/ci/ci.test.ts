/** The commands that workflows run: their order, what they reject, and what they wait for (21.3). */
import { describe, expect, test } from 'vitest';
import { type Plan, planOf, stepsOf } from './plan';
import { deployPreview } from './preview';
import { releasePlan } from './release';
import type { Ran, Runner } from './runner';
import { deployToStaging, promoteApproved } from './slice';

const adding = '-- Notes.\n-- Locks: nothing.\n';
const removing = '-- Notes.\n-- Locks: nothing.\n-- Requires releases: 20270101000000\n';
const files: Record<string, string> = {
  'supabase/migrations/20270102000000_notes.sql': adding,
  'supabase/migrations/20270103000000_no_notes.sql': removing,
};
const [expand = '', contract = ''] = Object.keys(files);
const read = (path: string) => ({ now: files[path] ?? '', before: undefined });
const added = (...paths: string[]) => paths.map((path) => ({ status: 'A', path }));

/** Answers commands with the first answer whose pattern they match; records all. */
function recorder(answers: [RegExp, Partial<Ran>[]][] = []) {
  const ran: string[] = [];
  const waits: number[] = [];
  const runner: Runner = {
    run(command, env) {
      const line = [...Object.entries(env ?? {}).map(([name, value]) => `${name}=${value}`), ...command].join(
        ' ',
      );
      ran.push(line);
      const [, results] = answers.find(([pattern]) => pattern.test(line)) ?? [];
      const result = (results?.length ?? 0) > 1 ? results?.shift() : results?.[0];
      return Promise.resolve({ code: 0, stdout: '', stderr: '', ...result });
    },
    pause(seconds) {
      waits.push(seconds);
      return Promise.resolve();
    },
    say: () => undefined,
  };
  return { ran, waits, runner };
}

describe('the plan of a push', () => {
  test('migrates before a release, and cleans up after it', () => {
    const affected = ['shell', 'gateway-app', 'billing'];
    const first = planOf(added(expand), affected, read);
    expect(first).toMatchObject({ releases: ['shell'], services: ['gateway'], isContraction: false });
    expect(stepsOf(first)).toEqual(['check', 'migrate', 'services', 'release']);
    expect(stepsOf(planOf(added(contract), affected, read))).toEqual([
      'services',
      'release',
      'check',
      'migrate',
    ]);
    expect(stepsOf(planOf(added('docs/ci.md'), [], read))).toEqual([]);
  });

  test('rejects a removal together with an addition, and a change of a landed migration', () => {
    expect(() => planOf(added(expand, contract), [], read)).toThrow(
      /20270103000000_no_notes\.sql removes something.* Merge it by itself/,
    );
    expect(() => planOf([{ status: 'M', path: expand }], [], read)).toThrow(
      /a landed migration must not change/,
    );
  });

  test('has packages when the version of a library changed', () => {
    const change = { status: 'M', path: 'libs/data/package.json' };
    const versions = (now: string) => () => ({ now: `{"version":"${now}"}`, before: '{"version":"2.0.0"}' });
    expect(planOf([change], [], versions('2.1.0')).hasPackages).toBe(true);
    expect(planOf([change], [], versions('2.0.0')).hasPackages).toBe(false);
  });

  test.each([
    ['tools/vite/src/index.ts', true],
    ['tools/cli/src/main.ts', true],
    ['libs/contracts/src/slots.ts', true],
    ['libs/server/src/index.ts', true],
    ['libs/platform/src/index.ts', false],
    ['tools/local/src/start.ts', false],
    ['tools/build-extras/src/index.ts', false],
  ])('has packages after a change of %s: %s', (path, expected) => {
    expect(planOf([{ status: 'M', path }], [], read).hasPackages).toBe(expected);
  });
});

describe('a release', () => {
  const plan: Plan = {
    ...{ migrations: [expand], isContraction: false, hasPackages: false },
    ...{ releases: ['shell'], services: ['gateway'] },
  };
  const at = {
    ...{ environment: 'production', from: 'staging', reason: 'a "reason"', databaseUrl: 'postgres://db' },
    ...{ deployService: 'flyctl deploy', imageOf: (service: string) => `registry/${service}` },
  };

  test('runs its steps in their order', async () => {
    const { ran, runner } = recorder();
    await releasePlan(runner, { ...at, plan });
    expect(ran).toEqual([
      `npx slipway check --migration ${expand} --env production`,
      'npx supabase db push --remote=postgres://db --yes',
      'SERVICE=gateway IMAGE=registry/gateway sh -c flyctl deploy',
      'npx slipway promote shell --from staging --to production --reason a "reason"',
    ]);
  });

  test('stops at the first step that fails', async () => {
    const { ran, runner } = recorder([[/db push/, [{ code: 1 }]]]);
    await expect(releasePlan(runner, { ...at, plan })).rejects.toThrow(/db push .* ended with 1/);
    expect(ran).toHaveLength(2);

    const unserved = recorder([[/flyctl/, [{ code: 1 }]]]);
    await expect(releasePlan(unserved.runner, { ...at, plan })).rejects.toThrow(
      /flyctl deploy.* ended with 1/,
    );
    expect(unserved.ran.join()).not.toContain('promote');
  });

  test('waits with a removal until the releases of slices are out', async () => {
    const rejected = { code: 5, stderr: 'billing 1a2b3c4d …: deploy a newer release of billing first' };
    const { ran, waits, runner } = recorder([[/check/, [rejected, rejected, { code: 0 }]]]);
    const cleanUp = { ...plan, migrations: [contract], isContraction: true };
    await releasePlan(runner, { ...at, plan: cleanUp, from: undefined });
    expect(waits).toHaveLength(2);
    expect(ran[1]).toMatch(/^npx slipway deploy shell --env production/);
    expect(ran.at(-1)).toMatch(/db push/);

    const never = recorder([[/check/, [rejected]]]);
    await expect(releasePlan(never.runner, { ...at, plan: cleanUp })).rejects.toThrow(/ended with 5/);
    expect(never.ran.join()).not.toContain('db push');
  });
});

describe('a slice', () => {
  const release = 'billing@0123456789abcdef';

  test('joins the preview of its pull request, and the first one starts it from staging', async () => {
    const shown = { stdout: '{"address":"https://pr-7.example"}' };
    const preview = { release, name: 'preview/pr-7', base: 'staging', reason: 'prices' };
    for (const [revision, start] of [
      [null, '--base staging '],
      [3, ''],
    ] as const) {
      const { ran, runner } = recorder([
        [/status/, [{ stdout: JSON.stringify([{ revision }]) }]],
        [/env show/, [shown]],
      ]);
      expect(await deployPreview(runner, preview)).toBe('https://pr-7.example');
      expect(ran[1]).toBe(`npx slipway deploy ${release} --env preview/pr-7 ${start}--reason prices`);
    }
  });

  test('adds itself when another slice started the preview at the same moment', async () => {
    const { ran, runner } = recorder([
      [/status/, [{ stdout: '[{"revision":null}]' }, { stdout: '[{"revision":1}]' }]],
      [/deploy/, [{ code: 4 }, { code: 0 }]],
      [/env show/, [{ stdout: '{"address":"https://pr-7.example"}' }]],
    ]);
    await deployPreview(runner, { release, name: 'preview/pr-7', base: 'staging', reason: 'prices' });
    expect(ran.filter((line) => line.includes('deploy')).map((line) => line.includes('--base'))).toEqual([
      true,
      false,
    ]);
  });

  test('waits for its migration on staging, and for nothing else', async () => {
    const at = { release, environment: 'staging', reason: 'prices' };
    const late = recorder([
      [/deploy/, [{ code: 5, stderr: 'billing needs migration 20270102' }, { code: 0 }]],
    ]);
    await deployToStaging(late.runner, at);
    expect(late.waits).toEqual([20]);
    const rejected = recorder([[/deploy/, [{ code: 5, stderr: 'billing is under a canary' }]]]);
    await expect(deployToStaging(rejected.runner, at)).rejects.toThrow(/ended with 5/);
    expect(rejected.waits).toEqual([]);
  });

  test('is promoted only while staging runs the approved release', async () => {
    const statusOf = (version: string): [RegExp, Partial<Ran>[]] => [
      /status/,
      [{ stdout: JSON.stringify([{ parts: [{ kind: 'stable', app: 'billing', version }] }]) }],
    ];
    const at = { release, from: 'staging', to: 'production', reason: 'prices' };
    const same = recorder([statusOf('0123456789abcdef')]);
    await promoteApproved(same.runner, at);
    expect(same.ran[1]).toBe('npx slipway promote billing --from staging --to production --reason prices');
    const changed = recorder([statusOf('fedcba9876543210')]);
    await expect(promoteApproved(changed.runner, at)).rejects.toThrow(/approve the run of that release/);
    expect(changed.ran).toHaveLength(1);
  });
});

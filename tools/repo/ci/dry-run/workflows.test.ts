/** Jobs, commands, variables and keys of each workflow, for each kind of event (21.3). */
import { expect, test } from 'vitest';
import { root } from '../../docs/markdown';
import { guideExample } from './guide';
import { type Answers, recorder } from './recorder';
import { runWorkflow } from './run';
import { readWorkflow, scriptAt, scriptsOf, type Workflow, workflowFiles } from './workflow';

const workflow = (name: string) => readWorkflow(root, `.github/workflows/${name}`);

const pullRequest = (fork = false) => ({
  ...{ event_name: 'pull_request', repository: 'acme/app', ref: 'refs/pull/7/merge', sha: 'abc' },
  event: {
    number: 7,
    pull_request: {
      title: 'a "title"; $(rm)',
      base: { sha: 'base' },
      head: { repo: { full_name: fork ? 'eve/app' : 'acme/app' } },
    },
  },
});
const push = {
  ...{ event_name: 'push', repository: 'acme/app', ref: 'refs/heads/main', sha: 'abc' },
  event: { before: 'before', head_commit: { message: 'prices' } },
};
const affected: Answers = [
  [/--affected/, { slice: 'billing' }],
  [/slipway publish/, { release: 'billing@0123456789abcdef' }],
  [/main\.ts (?:preview|staging|production)/, { url: 'https://app.example' }],
];
const results = (done: Record<string, { result: string }>) =>
  Object.fromEntries(Object.entries(done).map(([name, { result }]) => [name, result]));

test('a pull request of a slice is validated and gets a preview, with the key of the previews (21.3)', async () => {
  const { host, of, lines } = recorder(root, pullRequest(), affected);
  await runWorkflow(host, guideExample('billing.yml'));
  expect([...new Set(lines.map(({ job }) => job))]).toEqual(['affected', 'validate', 'publish', 'preview']);
  const [publish] = of('publish').filter(({ line }) => line.includes('slipway publish'));
  expect(publish?.env).toMatchObject({
    ...{ SLICE: 'billing', TARGET: 'preview/pr-7', SLIPWAY_SIGNING_KEY: 'key of preview' },
    REASON: 'a "title"; $(rm)',
  });
  expect(of('preview').at(-1)).toMatchObject({
    line: 'npx tsx tools/repo/ci/main.ts preview',
    env: { RELEASE: 'billing@0123456789abcdef', PREVIEW: 'preview/pr-7', STAGING: 'staging' },
  });
  // No title is part of a command.
  expect(lines.filter(({ line }) => line.includes('rm)'))).toEqual([]);
});

test('a caller without the permission for roles is rejected, as GitHub does (21.3)', async () => {
  const { host } = recorder(root, pullRequest(), affected);
  const caller = guideExample('billing.yml');
  await expect(runWorkflow(host, { ...caller, permissions: { contents: 'read' } })).rejects.toThrow(
    'must have the permission id-token: write',
  );
});

test('a pull request from a fork gets no key and no preview (21.3)', async () => {
  const { host, lines } = recorder(root, pullRequest(true), affected);
  await runWorkflow(host, guideExample('billing.yml'));
  expect([...new Set(lines.map(({ job }) => job))]).toEqual(['affected', 'validate']);
  expect(lines.filter(({ env }) => 'SLIPWAY_SIGNING_KEY' in env)).toEqual([]);
});

test('a push of a slice goes to staging, then to production, each with its key (21.3)', async () => {
  const { host, of } = recorder(root, push, affected);
  const done = await runWorkflow(host, workflow('slice.yml'), { slice: 'billing' });
  expect(results(done)).toMatchObject({ preview: 'skipped', staging: 'success', production: 'success' });
  for (const name of ['staging', 'production']) {
    expect(of(name).at(-1)?.line).toContain(`main.ts ${name}`);
    expect(of(name).at(-1)?.env['SLIPWAY_SIGNING_KEY']).toBe(`key of ${name}`);
    expect(of(name).find(({ line }) => line.startsWith('aws-actions'))?.line).toContain(`role of ${name}`);
  }
  const unchanged = recorder(root, push, [[/--affected/, { slice: '' }]]);
  await runWorkflow(unchanged.host, workflow('slice.yml'), { slice: 'billing' });
  expect(unchanged.of('validate')).toEqual([]);
});

test('nothing is published or deployed after a failed step (21.3)', async () => {
  const { host } = recorder(root, push, [[/run-many/, 'fail'], ...affected]);
  const done = await runWorkflow(host, workflow('slice.yml'), { slice: 'billing' });
  expect(results(done)).toEqual({
    ...{ affected: 'success', validate: 'failure', publish: 'skipped' },
    ...{ preview: 'skipped', staging: 'skipped', production: 'skipped' },
  });
});

const plan = (services: string, packages: string): Answers => [
  [/main\.ts plan/, { plan: '{}', services, packages }],
];

test('a release builds the images of its services, then staging, production and packages (21.3)', async () => {
  const { host, lines, of } = recorder(root, push, plan('["gateway","collector"]', 'true'));
  const done = await runWorkflow(host, workflow('release.yml'));
  expect(new Set(Object.values(results(done)))).toEqual(new Set(['success']));
  expect([...new Set(lines.map(({ job }) => job))]).toEqual([
    ...['plan', 'images (gateway)', 'images (collector)', 'staging', 'production', 'packages'],
  ]);
  expect(of('images (gateway)').at(-1)?.env['IMAGE']).toBe('registry.example/slipway-gateway:abc');
  expect(of('production').find(({ line }) => line.includes('main.ts'))?.env).toMatchObject({
    ...{ TARGET: 'production', FROM: 'staging', PLAN: '{}', REASON: 'prices' },
  });
});

test('a release without services skips the images only; one that fails stops (21.3)', async () => {
  const without = await runWorkflow(recorder(root, push, plan('[]', 'false')).host, workflow('release.yml'));
  expect(results(without)).toEqual({
    ...{ plan: 'success', images: 'skipped', staging: 'success' },
    ...{ production: 'success', packages: 'skipped' },
  });
  for (const [pattern, after] of [
    [/docker build/, { images: 'failure', staging: 'skipped', production: 'skipped' }],
    [/doctor .*staging/, { staging: 'failure', production: 'skipped', packages: 'skipped' }],
  ] as const) {
    const { host } = recorder(root, push, [[pattern, 'fail'], ...plan('["gateway"]', 'true')]);
    expect(results(await runWorkflow(host, workflow('release.yml')))).toMatchObject(after);
  }
});

test('the tests run at a push and at night, and their results are kept when they fail (21.3)', async () => {
  const { host, lines } = recorder(root, push, [[/npm test/, 'fail']]);
  expect(results(await runWorkflow(host, workflow('ci.yml')))).toEqual({ test: 'failure' });
  expect(lines.at(-1)?.line).toMatch(/^actions\/upload-artifact/);
  const night = recorder(root, push, [[/npm audit/, 'fail']]);
  expect(results(await runWorkflow(night.host, workflow('nightly.yml')))).toEqual({ nightly: 'failure' });
  expect(night.lines.map(({ line }) => line)).toContain('npm run test:nightly');
  const renew = recorder(root, push);
  await runWorkflow(renew.host, guideExample('timestamps.yml'));
  expect(renew.lines.at(-2)).toMatchObject({
    line: 'npx slipway trust renew --env production',
    env: { SLIPWAY_SIGNING_KEY: 'key of timestamps' },
  });
});

test('every step is reached by one of the events that run at night (21.3)', async () => {
  const all: [Workflow, Record<string, unknown>, inputs?: Record<string, string>][] = [
    [workflow('ci.yml'), push],
    [workflow('nightly.yml'), push],
    [workflow('release.yml'), push],
    [workflow('slice.yml'), push, { slice: 'billing' }],
    [guideExample('billing.yml'), pullRequest()],
    [guideExample('timestamps.yml'), push],
  ];
  const reached = new Set<string>();
  for (const [one, event, inputs] of all) {
    const { host, reached: steps } = recorder(root, event, [...affected, ...plan('["gateway"]', 'true')]);
    await runWorkflow(host, one, inputs);
    for (const step of steps) reached.add(step);
  }
  const files = all.map(([one]) => one).concat(workflowFiles.map(workflow));
  const steps = new Set(files.flatMap((one) => scriptsOf(root, one)).map(scriptAt));
  expect([...steps].filter((step) => !reached.has(step))).toEqual([]);
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { provenanceOf, publicAddress } from './provenance';

interface Statement {
  subject: { name: string; digest: { sha384: string } }[];
  predicate: {
    buildDefinition: {
      externalParameters: Record<string, unknown>;
      resolvedDependencies: { name: string; uri?: string; digest?: Record<string, string> }[];
    };
    runDetails: { builder: { id: string }; metadata?: { invocationId: string } };
  };
}

const directory = join(import.meta.dirname, '../fixtures/tiny');
const integrity = `sha384-${Buffer.alloc(48, 1).toString('base64')}`;
const commit = '0123456789012345678901234567890123456789';
const textWith = (env: NodeJS.ProcessEnv, folder = directory) =>
  provenanceOf({
    ...{ directory: folder, sbom: integrity, env },
    release: { id: 'tiny', commit, files: { 'page.js': { size: 4, integrity } } },
  });
const statementWith = (env: NodeJS.ProcessEnv) => JSON.parse(textWith(env)) as Statement;

const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'example/app',
  GITHUB_WORKFLOW_REF: 'example/app/.github/workflows/slice.yml@refs/heads/main',
  GITHUB_RUN_ID: '12',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_ACTOR: 'ada-lovelace',
  RUNNER_ENVIRONMENT: 'github-hosted',
};

describe('the provenance of a build', () => {
  it('names the files, the commit, the lock file and the workflow', () => {
    const { subject, predicate } = statementWith(github);
    expect(subject).toEqual([{ name: 'page.js', digest: { sha384: '01'.repeat(48) } }]);
    const { externalParameters, resolvedDependencies } = predicate.buildDefinition;
    expect(externalParameters).toEqual({
      ...{ id: 'tiny', directory: 'tools/build/fixtures/tiny' },
      workflow: github.GITHUB_WORKFLOW_REF,
    });
    expect(resolvedDependencies).toEqual([
      { name: 'source', uri: 'git+https://github.com/example/app', digest: { gitCommit: commit } },
      {
        name: 'package-lock.json',
        digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      },
    ]);
    expect(predicate.runDetails).toMatchObject({
      builder: { id: 'https://github.com/actions/runner/github-hosted' },
      metadata: { invocationId: 'https://github.com/example/app/actions/runs/12/attempts/2' },
    });
  });

  it('names the folder in the checkout, also in a linked work tree, whose `.git` is a file', () => {
    const checkout = mkdtempSync(join(tmpdir(), 'slipway-checkout-'));
    writeFileSync(join(checkout, '.git'), 'gitdir: elsewhere');
    const slice = join(checkout, 'slices/notes');
    mkdirSync(slice, { recursive: true });
    const { predicate } = JSON.parse(textWith(github, slice)) as Statement;
    rmSync(checkout, { recursive: true });
    expect(predicate.buildDefinition.externalParameters).toMatchObject({ directory: 'slices/notes' });
  });

  it('reads the variables of GitLab CI, and the builder of any other one', () => {
    const gitlab = {
      ...{ GITLAB_CI: 'true', CI_SERVER_URL: 'https://gitlab.com', CI_RUNNER_ID: '7' },
      CI_JOB_URL: 'https://gitlab.com/example/app/-/jobs/1',
    };
    expect(statementWith(gitlab).predicate.runDetails).toMatchObject({
      builder: { id: 'https://gitlab.com/-/runners/7' },
      metadata: { invocationId: gitlab.CI_JOB_URL },
    });
    const other = { SLIPWAY_BUILDER: 'https://ci.example.com' };
    expect(statementWith(other).predicate.runDetails.builder.id).toBe('https://ci.example.com');
    for (const none of [{}, { SLIPWAY_BUILDER: '' }])
      expect(statementWith(none).predicate.runDetails.builder.id).toBe('urn:slipway:builder:workstation');
  });

  it('contains no name of a user, no path of the machine, and no time', () => {
    const text = textWith(github);
    const today = new Date().toISOString().slice(0, 10);
    for (const secret of ['ada-lovelace', join(directory, '../../../..'), today])
      expect(text).not.toContain(secret);
  });

  it.each([
    ['https://user:token@github.com/example/app.git', 'https://github.com/example/app.git'],
    ['git@github.com:example/app.git', 'ssh://github.com/example/app.git'],
    ['ssh://git@host:22/app', 'ssh://host:22/app'],
    ['/home/ada/app', undefined],
    ['../app', undefined],
    ['file:///home/ada/app', undefined],
    ['C:\\app', undefined],
  ])('shows the remote %s as %s', (remote, shown) => {
    expect(publicAddress(remote)).toBe(shown);
  });
});

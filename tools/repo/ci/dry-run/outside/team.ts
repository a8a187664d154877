/**
 * A team's repository with environments on a bucket and on hosted projects, and the variables and secrets of its GitHub
 * environments: the steps of "Set up once" in docs/ci.md, with local services for those outside.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { s3Credentials, startS3Server } from '@slipway/cli/testing';
import { executor, type Runner } from '../executor';
import { linkPackages } from '../packages';
import { openRepository } from '../repository';
import { startHostedEnvironment } from './hostedEnvironment';
import { startNpmRegistry } from './npmRegistry';
import { productionWorker } from './worker';

export type Team = Awaited<ReturnType<typeof openTeam>>;

/** `published` are packages in the registry, such as `@slipway/cli@1.0.0`. */
export async function openTeam(folder: string, published: readonly string[]) {
  const repository = openRepository(join(folder, 'repository'));
  const { origin: root } = repository;
  const registryFolder = join(folder, 'images');
  mkdirSync(registryFolder);
  const bucket = await startS3Server();
  const npm = await startNpmRegistry(published);
  const projects = {
    staging: await startHostedEnvironment('staging'),
    production: await startHostedEnvironment('production', await productionWorker(bucket, 'store')),
  };
  linkPackages(root);

  const environmentFile = (name: string, on: keyof typeof projects, address: string) => {
    const { origin: url } = projects[on];
    const fields = {
      ...{ name, address, store: `s3://${bucket.bucket}/store?endpoint=${bucket.endpoint}` },
      backend: { url, publishableKey: 'sb_publishable_example', mfa: true },
    };
    repository.write(`environments/${name}.json`, JSON.stringify(fields));
  };
  for (const name of ['staging', 'production'] as const) environmentFile(name, name, projects[name].origin);
  environmentFile('preview', 'staging', projects.staging.origin.replace('127.0.0.1', '{id}.localhost'));

  const home = join(folder, 'platform');
  // The bucket is in this process: a command that blocks it would never get an answer.
  const slipway = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('node', [join(root, 'tools/cli/bin/slipway.mjs'), ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, ...s3Credentials, SLIPWAY_HOME: home, SLIPWAY_AUTHOR: 'Ada' },
    });
    return stdout;
  };
  await slipway('trust', 'init', '--env', 'production', '--name', 'platform team');
  /** A new key of the jobs of an environment, which may publish these parts. */
  const keyOf = async (environment: string, ...parts: string[]) => {
    const file = join(folder, `${environment}.pem`);
    const made = await slipway('trust', 'key', '--out', file, '--json');
    const { publicKey } = JSON.parse(made) as { publicKey: string };
    const add = ['trust', 'add', publicKey, '--name', `${environment} jobs`, '--env', environment];
    await slipway(...add);
    for (const part of parts) await slipway(...add, '--slice', part);
    return readFileSync(file, 'utf8');
  };
  const keys: Record<string, string> = {
    staging: await keyOf('staging', 'shell', 'billing'),
    production: await keyOf('production'),
    preview: await keyOf('preview', 'billing'),
    timestamps: readFileSync(join(home, 'trust/keys/timestamp.pem'), 'utf8'),
  };

  const isProject = (name: string | undefined): name is keyof typeof projects =>
    name !== undefined && name in projects;
  const values = {
    vars: (environment: string | undefined): Record<string, string> => ({
      ...{
        SLIPWAY_RELEASE: 'on',
        REGISTRY: 'registry.example',
        REGISTRY_USER: 'ci',
        NPM_REGISTRY: npm.origin,
      },
      ...(environment !== undefined && { SLIPWAY_ROLE: `role/${environment}`, AWS_REGION: 'eu-central-1' }),
      // The image must be in the registry.
      DEPLOY_SERVICE: `ls "${registryFolder}/$(echo "$IMAGE" | tr / _)" && echo "$SERVICE" >> "${registryFolder}/${environment ?? ''}"`,
    }),
    secrets: (environment: string | undefined): Record<string, string> => ({
      REGISTRY_PASSWORD: 'registry password',
      ...(environment !== undefined && { SLIPWAY_SIGNING_KEY: keys[environment] ?? '' }),
      ...(isProject(environment) && { DATABASE_URL: projects[environment].databaseUrl }),
      ...(environment === 'packages' && { NODE_AUTH_TOKEN: npm.token }),
    }),
  };

  let runs = 0;
  return {
    ...{ repository, bucket, npm, projects, slipway, images: registryFolder },
    /** Runs of workflows on this repository. */
    runner(github: Runner['github'], options: Partial<Runner> = {}) {
      runs += 1;
      const own = join(folder, `run-${String(runs)}`);
      mkdirSync(own);
      return executor({
        ...{ folder: own, origin: root, github, ...values },
        env: { DRY_RUN_REGISTRY: registryFolder, SUPABASE_TELEMETRY_DISABLED: '1' },
        sessionOf: () => s3Credentials,
        ...options,
      });
    },
    async close() {
      for (const project of Object.values(projects)) await project.close();
      await npm.close();
      await bucket.close();
    },
  };
}
